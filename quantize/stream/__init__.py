"""A net over a window of time as one over the columns that are new: equal bytes, most of the work kept from before."""

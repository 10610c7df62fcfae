"""In which order layers run, what lies where and how long, and what is computed row by row."""

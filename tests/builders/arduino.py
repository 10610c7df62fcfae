"""A stand-in of Arduino's core: what sketches of edgec call, to compile against."""

from __future__ import annotations

from pathlib import Path

ARDUINO_H = """
#pragma once
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif
unsigned long micros(void);
unsigned long millis(void);
void delay(unsigned long);
#ifdef __cplusplus
}
struct Printer {
    void begin(long);
    void print(const char *);
    void print(long);
    void print(char);
    void println(void);
    void println(const char *);
    void println(long);
    operator bool() const;
};
extern Printer Serial;
#endif
"""


def write_stub(folder: Path) -> Path:
    """The folder with ``Arduino.h``."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "Arduino.h").write_text(ARDUINO_H)
    return folder

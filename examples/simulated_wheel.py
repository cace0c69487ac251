#!/usr/bin/env python3
"""A wheel that is not there, for trying a reader's driver: prints the name of a serial port, then sends there every line that it is given.

    python3 examples/simulated_wheel.py

Type `17` and Enter: the wheel says 17. What a real device prints besides (a banner, noise) can be typed as well.
"""
import os
import pty
import sys
import tty


def main():
    device, port = pty.openpty()
    tty.setraw(port)
    print(os.ttyname(port), flush=True)
    for line in sys.stdin:
        os.write(device, line.strip().encode("ascii", "replace") + b"\r\n")


if __name__ == "__main__":
    main()

"""Talks to a memcached on this machine and checks every answer.

memcached_load.py PORT CONNECTIONS ROUNDS

Each connection has keys of its own, whose contents it knows exactly, and keys that all share: there
a value must be one that somebody stored whole, and counters must add up in the end. The number of
requests follows from the arguments; an answer that does not come within a minute is an error. The
server is asked to shut down at the end, whatever was found. Exit status 1 if an answer was wrong.
"""
import socket
import sys
import threading
import zlib

SHARED_KEYS = 8


class WrongAnswer(Exception):
    pass


class Connection:
    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.file = self.socket.makefile("rb")

    def close(self):
        self.file.close()
        self.socket.close()

    def line(self):
        line = self.file.readline()
        if not line.endswith(b"\r\n"):
            raise WrongAnswer(f"the connection ended after {line!r}")
        return line[:-2]

    def ask(self, request, expected):
        self.socket.sendall(request)
        answer = self.line()
        if answer != expected:
            raise WrongAnswer(f"{request[:60]!r}: {answer!r} instead of {expected!r}")

    def store(self, how, key, value, expected=b"STORED"):
        self.ask(b"%s %s 0 0 %d\r\n%s\r\n" % (how, key, len(value), value), expected)

    def values(self, *keys):
        """The values of those of the keys that the server has."""
        self.socket.sendall(b"get " + b" ".join(keys) + b"\r\n")
        found = {}
        while (line := self.line()) != b"END":
            word, key, flags, size = line.split(b" ")
            if word != b"VALUE" or flags != b"0" or key not in keys or key in found:
                raise WrongAnswer(f"get {keys!r}: {line!r}")
            found[key] = self.file.read(int(size))
            if self.line() != b"":
                raise WrongAnswer(f"get {keys!r}: no end of line behind a value")
        return found

    def expect_values(self, expected):
        found = self.values(*expected)
        if found != {k: v for k, v in expected.items() if v is not None}:
            raise WrongAnswer(f"{found!r} instead of {expected!r}")


def whole(number, turn):
    """A value that shows if it is not the one that was stored."""
    body = b"%d:%d:" % (number, turn) + b"x" * (turn * 37 % 400)
    return body + b":%08x" % zlib.crc32(body)


def is_whole(value):
    body, _, checksum = value.rpartition(b":")
    return checksum == b"%08x" % zlib.crc32(body)


def one_round(c, number, turn):
    mine, other = b"own%d.%d" % (number, turn % 20), b"other%d" % number
    value = whole(number, turn)
    c.store(b"set", mine, value)
    c.store(b"add", mine, value, b"NOT_STORED")
    c.store(b"append", mine, b"!")
    c.expect_values({mine: value + b"!", other: None})
    if turn % 3 == 0:
        c.ask(b"delete %s\r\n" % mine, b"DELETED")
        c.expect_values({mine: None})
        c.store(b"replace", mine, value, b"NOT_STORED")

    shared = b"shared%d" % ((number + turn * 3) % SHARED_KEYS)
    c.store(b"set", shared, value)
    for found in c.values(*{shared, b"shared0"}).values():
        if not is_whole(found):
            raise WrongAnswer(f"nobody stored {found!r}")
    c.socket.sendall(b"incr counter 1\r\n")
    if not c.line().isdigit():
        raise WrongAnswer("incr gave no number")


def work(port, number, rounds, complaints):
    try:
        c = Connection(port)
        for turn in range(rounds):
            one_round(c, number, turn)
        c.close()
    except (WrongAnswer, OSError, ValueError) as problem:
        complaints.append(f"connection {number}: {problem}")


def main():
    port, connections, rounds = map(int, sys.argv[1:])
    complaints = []
    first = Connection(port)
    try:
        first.store(b"set", b"counter", b"0")
        workers = [threading.Thread(target=work, args=(port, n, rounds, complaints))
                   for n in range(connections)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        first.expect_values({b"counter": b"%d" % (connections * rounds)})
    except (WrongAnswer, OSError) as problem:
        complaints.append(str(problem))
    first.socket.sendall(b"shutdown\r\n")
    for complaint in complaints:
        print(complaint)
    print(f"{connections} connections, {rounds} rounds each, {len(complaints)} wrong")
    return 1 if complaints else 0


sys.exit(main())

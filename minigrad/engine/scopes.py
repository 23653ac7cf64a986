"""Decorators for functions and generators, built from context managers."""

import functools
import inspect


def decorated(function, scope):
    """Wrap the function so that each call runs inside `scope()`."""
    if inspect.isgeneratorfunction(function):
        return _decorated_generator(function, scope)

    @functools.wraps(function)
    def inside(*args, **kwargs):
        with scope():
            return function(*args, **kwargs)

    return inside


def _decorated_generator(function, scope):
    # The scope applies while the generator runs, but not in the loop that iterates over it.
    @functools.wraps(function)
    def inside(*args, **kwargs):
        generator = function(*args, **kwargs)
        resume, value = generator.send, None
        while True:
            try:
                with scope():
                    item = resume(value)
            except StopIteration as stop:
                return stop.value
            try:
                resume, value = generator.send, (yield item)
            except BaseException as error:  # including GeneratorExit, when close() is called
                resume, value = generator.throw, error

    return inside

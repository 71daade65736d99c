"""tqdm: lith._progress.Progress takes its place. What steers the drawing only is not looked at."""


@operator("tqdm.std.tqdm", "tqdm.asyncio.tqdm_asyncio", "tqdm.notebook.tqdm_notebook", "tqdm.auto.tqdm")
def progress(
    iterable=None, desc=None, total=None, leave=True, file=None, ncols=None, mininterval=0.1, maxinterval=10.0,
    miniters=None, ascii=None, disable=False, unit="it", unit_scale=False, dynamic_ncols=False, smoothing=0.3,
    bar_format=None, initial=0, position=None, postfix=None, unit_divisor=1000, write_bytes=False, lock_args=None,
    nrows=None, colour=None, delay=0.0, gui=False, **kwargs,
):
    made = prim.host("lith._progress.Progress")
    return made(iterable, desc, total, leave, mininterval, disable, unit, initial, postfix)


@operator("tqdm.std.tqdm.write")
def progress_write(cls, s, file=None, end="\n", nolock=False):
    print(s, end=end, file=file)

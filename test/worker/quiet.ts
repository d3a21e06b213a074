/** Holds back the Worker's log, because a line in the report takes longer than many a request. A spy may replace it. */
for (const method of ["log", "error"] as const) {
  const write = console[method];
  console[method] = (...given: unknown[]) => {
    if (!String(given[0]).startsWith('{"level"')) write(...given);
  };
}

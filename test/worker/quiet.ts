/**
 * Keeps back the Worker's own log, a line per request, before it is sent from workerd to the test's report: that takes
 * longer than many a request. A test that is about the log puts a spy in this place.
 */
for (const method of ["log", "error"] as const) {
  const write = console[method];
  console[method] = (...given: unknown[]) => {
    if (!String(given[0]).startsWith('{"level"')) write(...given);
  };
}

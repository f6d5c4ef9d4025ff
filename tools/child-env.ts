/** What every program that a test starts is given: nothing of whoever runs the tests, and what was compiled before. */
export function childEnv(env: Record<string, string> = {}): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    ...(process.env['TEST_COMPILE_CACHE'] && { NODE_COMPILE_CACHE: process.env['TEST_COMPILE_CACHE'] }),
    ...env,
  }
}

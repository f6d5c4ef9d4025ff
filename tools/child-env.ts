import { directly } from './fresh-database.ts'

/**
 * The environment of every program that a test starts: PATH, the compile cache and `env`, but no other variables of the
 * user. If the tests run through a pooler, also the database's direct address.
 */
export function childEnv(env: Record<string, string> = {}): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    ...(process.env['TEST_COMPILE_CACHE'] && { NODE_COMPILE_CACHE: process.env['TEST_COMPILE_CACHE'] }),
    ...(env['DATABASE_URL'] &&
      process.env['TEST_POOLER_URL'] && { DATABASE_LISTEN_URL: directly(env['DATABASE_URL']) }),
    ...env,
  }
}

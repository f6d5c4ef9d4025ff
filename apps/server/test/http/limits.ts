import type { TestServer } from '../test-server.ts'

/** Keeps rate-limit windows open until `countAnew`, however long a test takes. */
export async function holdLimits({ database }: Pick<TestServer, 'database'>): Promise<void> {
  await database.pool.query('update rate_limit set expire = expire + 86400000')
}

/** Ends all rate-limit windows, so that counting starts again. */
export async function countAnew({ database }: Pick<TestServer, 'database'>): Promise<void> {
  await database.pool.query('update rate_limit set expire = 1')
}

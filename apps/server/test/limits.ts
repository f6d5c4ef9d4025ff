import type { TestServer } from './test-server.ts'

/** The minutes and hours in which tries are counted go on until `countAnew`, however long a test takes. */
export async function holdLimits({ database }: Pick<TestServer, 'database'>): Promise<void> {
  await database.pool.query('update rate_limit set expire = expire + 86400000')
}

/** As if those minutes and hours were over. */
export async function countAnew({ database }: Pick<TestServer, 'database'>): Promise<void> {
  await database.pool.query('update rate_limit set expire = 1')
}

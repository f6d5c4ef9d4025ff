import { defineConfig } from 'vitest/config'

/** What takes minutes runs with `npm run test:soak` and `npm run test:faults` alone. */
const soaks = process.env['SOAK_RUNS'] === undefined ? [] : ['apps/server/test/**/*.{soak,fault}.ts']

/**
 * The files of a project share processes, one for each core: what they import is loaded once and not for every file. It
 * may be so because no module keeps anything of a server. vitest by itself would leave one core idle. The time allowed is
 * that of a busy machine.
 */
const together = { isolate: false, maxWorkers: '100%', testTimeout: 20_000, hookTimeout: 20_000 } as const

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...together,
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'tools/**/*.test.ts', 'apps/web/src/**/*.test.ts'],
        },
      },
      {
        test: {
          ...together,
          name: 'server',
          include: ['packages/identity/test/**/*.test.ts', 'apps/server/test/**/*.test.ts', ...soaks],
          globalSetup: 'tools/test-database.ts',
        },
      },
      {
        test: {
          ...together,
          name: 'sandbox',
          include: ['apps/pay-sandbox/test/**/*.test.ts'],
          globalSetup: 'tools/test-database.ts',
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})

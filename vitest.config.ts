import { defineConfig } from 'vitest/config'

/** What takes minutes runs with `npm run test:soak` and `npm run test:faults` alone. */
const soaks = process.env['SOAK_RUNS'] === undefined ? [] : ['apps/server/test/**/*.{soak,fault}.ts']

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'tools/**/*.test.ts', 'apps/web/src/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'server',
          include: ['packages/identity/test/**/*.test.ts', 'apps/server/test/**/*.test.ts', ...soaks],
          globalSetup: 'tools/test-database.ts',
          testTimeout: 20_000,
          hookTimeout: 20_000,
        },
      },
      {
        test: {
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

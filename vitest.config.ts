import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { browserLaunch } from './tools/browser-launch.ts'

/** What takes minutes runs with `npm run test:soak` and `npm run test:faults` alone. */
const soaks = process.env['SOAK_RUNS'] === undefined ? [] : ['apps/server/test/**/*.{soak,fault}.ts']

/**
 * The files of a project share processes, one for each core: what they import is loaded once and not for every file. It
 * may be so because no module keeps anything of a server. vitest by itself would leave one core idle. The times allowed
 * end what hangs, and judge nothing: a busy machine has to stay far below them.
 */
const together = {
  isolate: false,
  maxWorkers: '100%',
  testTimeout: 180_000,
  hookTimeout: 180_000,
  tags: [{ name: 'slow', description: 'Takes over 2 s on an idle machine: left to `npm run test:full`.' }],
  expect: { poll: { timeout: 60_000 } },
}

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
          setupFiles: 'apps/server/test/keep-log.ts',
        },
      },
      {
        test: {
          ...together,
          name: 'sandbox',
          include: ['apps/pay-sandbox/test/**/*.test.ts'],
          globalSetup: 'tools/test-database.ts',
        },
      },
      {
        plugins: [react(), tailwind()],
        // All of it is bundled before the first test: what turned up later would load the page anew under one.
        optimizeDeps: { entries: ['apps/web/src/**/*.tsx'], include: ['react/jsx-dev-runtime', 'axe-core'] },
        test: {
          ...together,
          name: 'web',
          // After the others: a browser beside them would slow what they wait for.
          sequence: { groupOrder: 1 },
          include: ['apps/web/src/**/*.browser.test.tsx'],
          setupFiles: 'apps/web/test/put-away.ts',
          testTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: browserLaunch,
              contextOptions: { locale: 'en-GB', timezoneId: 'Asia/Hong_Kong' },
            }),
            instances: [{ browser: 'chromium', viewport: { width: 1440, height: 900 } }],
          },
        },
      },
    ],
  },
})

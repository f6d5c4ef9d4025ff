import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { figureNames } from './apps/web/figure-names.ts'
import { sharedNames } from './apps/web/shared-names.ts'
import { browserLaunch } from './tools/browser-launch.ts'
import { LongestFirst } from './tools/testing/longest-first.ts'

/** Tests that take minutes; they run with `npm run test:soak` and `npm run test:faults` only. */
const soaks = process.env['SOAK_RUNS'] === undefined ? [] : ['apps/server/test/**/*.{soak,fault}.ts']

/**
 * The files of a project share processes, one per core, so modules are loaded once instead of once per file. This is safe
 * because no module holds state of a server. vitest's default would leave one core idle. The timeouts only end tests that
 * hang; even a busy machine stays far below them.
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
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        plugins: [sharedNames()],
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
        plugins: [react(), tailwind(), sharedNames(), figureNames()],
        // Everything is bundled before the first test: a dependency found later would reload the page under a test.
        optimizeDeps: { entries: ['apps/web/src/**/*.tsx'], include: ['react/jsx-dev-runtime', 'axe-core'] },
        test: {
          ...together,
          name: 'web',
          // After the other projects: a browser running in parallel would slow them down.
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

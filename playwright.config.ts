import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'

/** `npm test` sets these; without it the run makes its own. The workers read this file again, and find them set. */
const port = (process.env['E2E_PORT'] ??= '4180')
const dataDir = (process.env['E2E_DATA_DIR'] ??= ownFolder())
const executablePath = process.env['CHROMIUM_PATH']
const baseURL = `http://127.0.0.1:${port}`

/** A story runs on the desktop unless its name says `*.mobile.spec.ts`. */
const onMobile = /\.mobile\.spec\.ts$/

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env['CI']),
  ...(process.env['E2E_LOOKS'] === 'all' && { grep: /accessibility/ }),
  use: {
    baseURL,
    locale: 'en-GB',
    timezoneId: 'Asia/Hong_Kong',
    // A trace of every story takes a third of the time: E2E_TRACE=1 brings it for the one that is being looked at.
    trace: process.env['E2E_TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'desktop', testIgnore: onMobile, use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'mobile',
      testMatch: onMobile,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
    },
  ],
  webServer: {
    command: `'${process.execPath}' --enable-source-maps apps/server/src/main.ts`,
    url: `${baseURL}/api/health`,
    env: {
      PORT: port,
      PUBLIC_URL: baseURL,
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      // Stories of one account run side by side, each in a browser of its own.
      ACTIVE_DEVICE_LIMIT: '100',
      WEBSITE_URL: 'https://finlist.example/',
      SOCIAL_URL: 'https://social.example/finlist',
      WHATSAPP: '+85251234567',
      SERVICE_EMAIL: 'service@finlist.example',
      SERVICE_PHONE: '+852 5123 4567',
      FAQ_VIDEO_IOS: '11',
      FAQ_VIDEO_ANDROID: '12',
      FAQ_VIDEO_CLUB: '13',
    },
    stdout: 'ignore',
    stderr: 'pipe',
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    reuseExistingServer: false,
  },
})

/** As root the database runs as another user, who has to get in. */
function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'finlist-e2e-'))
  chmodSync(folder, 0o755)
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const executablePath = process.env['CHROMIUM_PATH']

/** How every test's browser is started: alone, without what it would fetch or send by itself. */
export const browserLaunch = {
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
}

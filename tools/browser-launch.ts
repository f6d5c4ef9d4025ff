const executablePath = process.env['CHROMIUM_PATH']

/** The launch options of every test's browser. They turn off the browser's own background requests. */
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

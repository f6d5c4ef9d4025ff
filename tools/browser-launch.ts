const executablePath = process.env['CHROMIUM_PATH']

/** The launch options of every test's browser; turns off its own background requests. */
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

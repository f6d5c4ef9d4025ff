import { afterEach, expect, test, vi } from 'vitest'

/** Opens a session in a browser with push turned on. Records in `happened` what happens, in order. */
async function withPush() {
  const happened: string[] = []
  const made = { unsubscribe: () => Promise.resolve(happened.push('push ends') > 0) }
  const registration = { pushManager: { getSubscription: () => Promise.resolve(made) } }
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: () => Promise.resolve(registration) } })
  vi.stubGlobal('window', {})
  vi.stubGlobal('fetch', async (path: string) => {
    happened.push(path)
    // Never settles: in a browser, the page would navigate away here.
    if (path === '/auth/logout') return await new Promise<never>(() => {})
    return Response.json({ accessToken: 'token', expiresInSeconds: 600, userId: 2 })
  })
  // Loads the session module again, because the test signs this session out.
  vi.resetModules()
  const session = await import('./session.ts')
  const { sendSignOut } = await import('./sign-out.ts')
  const { read, write } = await import('./storage.ts')
  return { happened, read, write, sendSignOut, ...session }
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

test('when another user signs in, the previous user’s push ends before any request is made for the new user', async () => {
  const { happened, write, renewAccessToken } = await withPush()
  write('deviceAccount', '1')
  await renewAccessToken()
  expect(happened).toEqual(['/auth/token', 'push ends'])
  // Push does not end if the same user signs in again.
  await renewAccessToken()
  expect(happened).toEqual(['/auth/token', 'push ends', '/auth/token'])
})

test('a sign-out ends push first', async () => {
  const { happened, sendSignOut } = await withPush()
  void sendSignOut()
  await expect.poll(() => happened).toEqual(['push ends', '/auth/logout'])
})

test('a sign-out without a network requests no new token, and is sent before anything else once online', async () => {
  const { happened, read, signOut, accessToken, sendSignOut, renewAccessToken } = await withPush()
  await renewAccessToken()
  vi.stubGlobal('fetch', async (path: string) => {
    happened.push(`${path} fails`)
    throw new TypeError('no network')
  })
  signOut()
  const waits = Promise.race([accessToken(), Promise.resolve('waits')])
  expect(await waits).toBe('waits')
  expect(await sendSignOut()).toBe(false)
  expect(happened.filter(what => what.startsWith('/auth'))).toEqual(['/auth/token', '/auth/logout fails'])
  expect(read('signOutPending')).toBe(true)
})

import { afterEach, expect, test, vi } from 'vitest'

/** The session of a browser that is sent push messages. What happens in it, in order: `happened`. */
async function withPush() {
  const happened: string[] = []
  const made = { unsubscribe: () => Promise.resolve(happened.push('push ends') > 0) }
  const registration = { pushManager: { getSubscription: () => Promise.resolve(made) } }
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: () => Promise.resolve(registration) } })
  vi.stubGlobal('window', {})
  vi.stubGlobal('fetch', async (path: string) => {
    happened.push(path)
    // The page would leave for where a sign-out leads.
    if (path === '/auth/logout') return await new Promise<never>(() => {})
    return Response.json({ accessToken: 'token', expiresInSeconds: 600, userId: 2 })
  })
  // A session of its own: the others' is not to leave.
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

test('another person in the same browser ends its push before anything is asked for them', async () => {
  const { happened, write, renewAccessToken } = await withPush()
  write('deviceAccount', '1')
  await renewAccessToken()
  expect(happened).toEqual(['/auth/token', 'push ends'])
  // The same person again ends nothing.
  await renewAccessToken()
  expect(happened).toEqual(['/auth/token', 'push ends', '/auth/token'])
})

test('a sign-out ends push before anything else', async () => {
  const { happened, sendSignOut } = await withPush()
  void sendSignOut()
  await expect.poll(() => happened).toEqual(['push ends', '/auth/logout'])
})

test('a sign-out without a network is pending: no token is asked for, and it is sent before anything else', async () => {
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

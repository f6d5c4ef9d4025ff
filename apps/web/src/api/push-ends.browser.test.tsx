import { expect, test, vi } from 'vitest'
import { renewAccessToken, signOut } from './session.ts'
import { write } from './storage.ts'

/** A browser that is sent push messages. What happens in it, in order: `happened`. */
function givePush() {
  const happened: string[] = []
  const made = { unsubscribe: () => Promise.resolve(happened.push('push ends') > 0) }
  const registration = { pushManager: { getSubscription: () => Promise.resolve(made) } }
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue(registration as never)
  vi.spyOn(window, 'fetch').mockImplementation(async address => {
    const { pathname } = new URL(address instanceof Request ? address.url : address, location.origin)
    happened.push(pathname)
    // The page would leave for where a sign-out leads.
    if (pathname === '/auth/logout') return await new Promise<never>(() => {})
    return Response.json({ accessToken: 'token', expiresInSeconds: 600, userId: 2 })
  })
  return happened
}

test('another person in the same browser ends its push before anything is asked for them', async () => {
  const happened = givePush()
  write('deviceAccount', '1')
  await renewAccessToken()
  expect(happened).toEqual(['/auth/token', 'push ends'])
  // The same person again ends nothing.
  await renewAccessToken()
  expect(happened).toEqual(['/auth/token', 'push ends', '/auth/token'])
})

test('a sign-out ends push before anything else', async () => {
  const happened = givePush()
  void signOut()
  await expect.poll(() => happened).toEqual(['push ends', '/auth/logout'])
})

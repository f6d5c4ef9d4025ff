import { user } from '@finlist/contract/account/account'
import type { OldAccount } from '@finlist/contract/account/old-account'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { giveAccount, giveOperator, person } from '../../../test/billing.ts'
import { type Answers, answerCalls } from '../../../test/network-edge.ts'
import { looks, noViolations, show, sticksOut } from '../../../test/show.tsx'
import { callQuery, queryClient } from '../../api/query-client.ts'
import { AccountScreen } from './AccountScreen.tsx'
import OldAccountNotice from './OldAccountNotice.tsx'

afterEach(() => vi.restoreAllMocks())

const old: OldAccount = { openedAt: '2025-03-04T05:06:07.000Z', password: true, appCode: false, passkey: false }
const contact = 'help@finlist.example'

async function showNotice(
  facts: Partial<OldAccount> | null,
  { answers = {}, look = {} }: { answers?: Answers; look?: Parameters<typeof show>[1] } = {},
) {
  const onJoined = vi.fn<() => void>()
  const sent = answerCalls({
    'GET /users/user/old-account': () => ({ data: facts && { ...old, ...facts } }),
    ...answers,
  })
  giveOperator({ serviceEmail: contact })
  const part = (
    <>
      <h1>My Account</h1>
      <OldAccountNotice onJoined={onJoined} />
    </>
  )
  await show(part, { texts: ['account'], ...look })
  const joins = () => sent.filter(({ call }) => call === 'POST /users/user/old-account/join').map(({ body }) => body)
  return { onJoined, joins }
}
const open = () => page.getByRole('button', { name: 'Combine accounts' }).click()
const dialog = page.getByRole('dialog')
const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click()

test('My Account offers to join an older account and shows its date; without an older account, it offers nothing', async () => {
  answerCalls({ 'GET /users/user/old-account': () => ({ data: old }) })
  giveAccount()
  queryClient.setQueryDefaults(callQuery(user).queryKey, { staleTime: Infinity })
  queryClient.setQueryData(callQuery(user).queryKey, { ...person, hasOldAccount: true })
  await show(<AccountScreen subscriptions={<p>plans</p>} receipts={null} />, { texts: ['account'] })
  const offer = page.getByText(/^You opened it on 4 March 2025/)
  await expect.element(offer).toBeVisible()
  queryClient.setQueryData(callQuery(user).queryKey, person)
  await expect.element(offer).not.toBeInTheDocument()
})

test('the older account’s password joins the two accounts; a wrong password is reported at its field', {
  tags: ['slow'],
}, async () => {
  let tries = 0
  const wrong = { message: 'The password or the code is wrong.', code: 'not_proved', field: 'password' }
  const { onJoined, joins } = await showNotice(
    { appCode: true },
    {
      answers: {
        'POST /users/user/old-account/join': () => (tries++ === 0 ? { status: 400, errors: [wrong] } : {}),
      },
    },
  )
  await open()
  await press('Combine accounts')
  await expect.element(dialog.getByText('Enter the password of your earlier account')).toBeVisible()
  expect(joins()).toEqual([])
  await dialog.getByLabelText('Password of the earlier account').fill('seven green otters')
  await dialog.getByLabelText(/^6-digit code/).fill('123456')
  await press('Combine accounts')
  await expect.element(dialog.getByText(wrong.message)).toBeVisible()
  expect(onJoined).not.toHaveBeenCalled()
  await press('Combine accounts')
  await expect.poll(() => onJoined.mock.calls.length).toBe(1)
  expect(joins()).toEqual([
    { password: 'seven green otters', code: '123456' },
    { password: 'seven green otters', code: '123456' },
  ])
})

test('if two accounts cannot be joined, the support address is shown', async () => {
  const message = 'Both accounts have payments, so they can’t be combined here. Please contact us.'
  const { onJoined } = await showNotice(
    {},
    {
      answers: {
        'POST /users/user/old-account/join': () => ({ status: 409, errors: [{ message, code: 'cannot_join' }] }),
      },
    },
  )
  await open()
  await dialog.getByLabelText('Password of the earlier account').fill('seven green otters')
  await press('Combine accounts')
  await expect.element(dialog.getByText(message)).toBeVisible()
  await expect.element(dialog.getByRole('link', { name: contact })).toBeVisible()
  expect(onJoined).not.toHaveBeenCalled()
})

test('a passkey of the older account joins the two accounts; a failed attempt can be repeated', async () => {
  const bytes = new Uint8Array([1]).buffer
  const credential = {
    id: 'abc',
    type: 'public-key',
    response: { authenticatorData: bytes, clientDataJSON: bytes, signature: bytes, userHandle: null },
  } as unknown as PublicKeyCredential
  vi.spyOn(navigator.credentials, 'get')
    .mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'))
    .mockResolvedValueOnce(credential)
  const challenge = { challenge: 'AAAA', rpId: 'localhost', timeout: 1, allowCredentials: [] }
  const { onJoined, joins } = await showNotice(
    { password: false, passkey: true },
    {
      answers: {
        'POST /users/user/old-account/passkey': () => ({ data: { challenge, question: 'sealed' } }),
        'POST /users/user/old-account/join': () => ({}),
      },
    },
  )
  await open()
  await expect.element(dialog.getByLabelText('Password of the earlier account')).not.toBeInTheDocument()
  await press('Use a passkey of the earlier account')
  await expect.element(dialog.getByText("The passkey didn't work. Please try again.")).toBeVisible()
  await press('Use a passkey of the earlier account')
  await expect.poll(() => onJoined.mock.calls.length).toBe(1)
  expect(joins()).toEqual([{ passkey: { question: 'sealed', answer: expect.stringContaining('"id":"abc"') } }])
})

test('for an older account whose owner cannot be confirmed online, the page refers to support', async () => {
  await showNotice({ password: false })
  await expect.element(page.getByText(/^We can't confirm online/)).toBeVisible()
  await expect.element(page.getByRole('link', { name: contact })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Combine accounts' })).not.toBeInTheDocument()
})

test.each(looks)(
  'the offer to join accounts has no accessibility violations and fits a narrow screen (%o)',
  async look => {
    await showNotice({ appCode: true, passkey: true }, { look: { ...look, screen: 'narrow' } })
    await page.getByRole('button').click()
    await expect.poll(() => document.querySelectorAll('[role=dialog] input').length).toBe(2)
    await noViolations()
    expect(sticksOut()).toEqual([])
  },
)

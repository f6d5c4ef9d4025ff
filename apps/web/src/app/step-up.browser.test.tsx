import { updateCard } from '@finlist/contract/billing'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answerCalls } from '../../test/network-edge.ts'
import { looks, noViolations, show, sticksOut } from '../../test/show.tsx'
import { isStepUpRefused } from '../api/call-error.ts'
import { request } from '../api/request.ts'
import StepUp from './StepUp.tsx'
import { StepUpWhenAsked } from './StepUpWhenAsked.tsx'

afterEach(() => vi.restoreAllMocks())

/** A page of the app with a form whose call needs a recent sign-in. */
function Form() {
  const [outcome, setOutcome] = useState('')
  const send = () =>
    request(updateCard, { body: { paymentMethod: 'pm_1' } }).then(
      () => setOutcome('done'),
      error => setOutcome(isStepUpRefused(error) ? 'refused' : 'failed'),
    )
  return (
    <>
      <h1>Card</h1>
      <label>
        Note <input />
      </label>
      <button type="button" onClick={() => void send()}>
        Save
      </button>
      <output>{outcome}</output>
      <StepUpWhenAsked />
    </>
  )
}

const stale = { status: 401, errors: [{ message: 'Please sign in again.', code: 'fresh_sign_in' }] }
const saved = { data: { status: 'succeeded', setupIntentSecret: null, cardDetails: null } }
const challenge = { challenge: 'AAAA', rpId: 'localhost', timeout: 1, allowCredentials: [] }

/** Mocks a server that considers the sign-in too old until a passkey is used. */
function server(way: 'passkey' | 'sign-in' | 'none') {
  let isFresh = false
  return answerCalls({
    'POST /users/user/update-card': () => (isFresh ? saved : stale),
    'POST /users/user/step-up': () => ({
      data: { way, passkey: way === 'passkey' ? { challenge, question: 'sealed' } : null },
    }),
    'POST /users/user/step-up/passkey': () => {
      isFresh = true
      return {}
    },
  })
}

function device(answers: (PublicKeyCredential | Error)[]) {
  vi.spyOn(navigator.credentials, 'get').mockImplementation(async () => {
    const next = answers.shift()
    if (next instanceof Error || !next) throw next ?? new Error('asked too often')
    return next
  })
}
const bytes = new Uint8Array([1]).buffer
const credential = {
  id: 'abc',
  type: 'public-key',
  response: { authenticatorData: bytes, clientDataJSON: bytes, signature: bytes, userHandle: null },
} as unknown as PublicKeyCredential

async function save(way: Parameters<typeof server>[0]) {
  const sent = server(way)
  await show(<Form />, { texts: ['account'] })
  await page.getByLabelText('Note').fill('typed before')
  await page.getByRole('button', { name: 'Save' }).click()
  return sent
}
const dialog = page.getByRole('alertdialog')

test('a call that needs a recent sign-in asks for a passkey on the same page and then continues; the form keeps its input', async () => {
  device([credential])
  const sent = await save('passkey')
  await dialog.getByRole('button', { name: 'Use passkey' }).click()
  await expect.element(page.getByText('done')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByLabelText('Note')).toHaveValue('typed before')
  const proof = sent.find(({ call }) => call.endsWith('/passkey'))?.body as { question: string; answer: string }
  expect([proof.question, (JSON.parse(proof.answer) as { id: string }).id]).toEqual(['sealed', 'abc'])
  expect(sent.filter(({ call }) => call.endsWith('/update-card'))).toHaveLength(2)
})

test('a failed passkey attempt can be repeated', async () => {
  device([new DOMException('no', 'NotAllowedError'), credential])
  await save('passkey')
  await dialog.getByRole('button', { name: 'Use passkey' }).click()
  await expect.element(dialog.getByText(/^That did not work/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Use passkey' }).click()
  await expect.element(page.getByText('done')).toBeVisible()
})

test('after cancelling the passkey the user stays on the page, and the call is not repeated', async () => {
  const sent = await save('sign-in')
  await expect.element(dialog.getByRole('button', { name: 'Sign in again' })).toBeEnabled()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByText('refused')).toBeVisible()
  expect(sent.filter(({ call }) => call.endsWith('/update-card'))).toHaveLength(1)
})

test('if no sign-in can count as recent, a dialog says so and the form reports the refusal', async () => {
  await save('none')
  await expect.element(dialog.getByText(/doesn’t tell us when you signed in/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.element(page.getByText('refused')).toBeVisible()
})

test.each(looks)('the passkey dialog is accessible and fits a narrow screen (%o)', async look => {
  server('passkey')
  await show(<StepUp onDone={() => undefined} />, { ...look, screen: 'narrow', texts: ['account'] })
  await expect
    .poll(() => document.querySelector<HTMLButtonElement>('[role=alertdialog] button:not(:disabled)'))
    .toBeTruthy()
  await noViolations()
  expect(sticksOut()).toEqual([])
})

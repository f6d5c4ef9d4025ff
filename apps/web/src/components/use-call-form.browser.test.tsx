import { makeAffiliateCode } from '@finlist/contract/affiliate'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../../test/show.tsx'
import { CallError, errorMessage } from '../api/call-error.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/fields/text-field.tsx'
import { useCallForm } from './use-call-form.ts'

const names = ['email', 'code', 'percent', 'reason'] as const
const start = { email: 'ann@example.com', code: 'ann-20', percent: '20', reason: ' A good one ' }
const made = { code: 'ANN-20', couponId: 'c1' }
let sent: unknown[] = []
let answer: () => Promise<typeof made>
let done: string[] = []
let failed: (error: unknown) => unknown
beforeEach(() => {
  sent = []
  done = []
  answer = () => Promise.resolve(made)
  failed = () => undefined
})

function Form({ typed, duration = 'once' }: { typed: typeof start; duration?: string }) {
  const form = useCallForm(makeAffiliateCode, {
    start: typed,
    ask: ({ percent, ...body }) => ({ body: { ...body, percentOff: Number(percent), duration } }),
    fields: { percentOff: 'percent' },
    words: { code: 'Letters, digits and hyphens.' },
    check: ({ code }) => ({ code: code === 'TAKEN' && 'Known to be taken.' }),
    send: ({ body }) => {
      sent.push(body)
      return answer()
    },
    onDone: ({ code }) => done.push(code),
    onFailed: error => failed(error),
  })
  return (
    <form {...form.props}>
      <fieldset disabled={form.isSending}>
        {names.map(name => (
          <TextField key={name} label={name} {...form.field(name)} />
        ))}
        <Button type="submit">Make</Button>
      </fieldset>
      <div role="alert">{form.refusal}</div>
    </form>
  )
}

const field = (name: string) => page.getByRole('textbox', { name })
const make = () => page.getByRole('button', { name: 'Make' }).click()
const faults = () => [...document.querySelectorAll('form p')].map(note => note.textContent)
const focused = () => document.activeElement?.getAttribute('name')

test('a form shows schema errors at their fields in the server’s words, focuses the first one and sends nothing', async () => {
  await show(<Form typed={{ email: 'ann', code: 'a_b', percent: '95', reason: ' no ' }} />)
  await expect.element(field('email')).toBeVisible()
  await make()
  await expect.poll(focused).toBe('email')
  const told = [
    'E-mail: not a valid e-mail address.',
    'Letters, digits and hyphens.',
    'Percent off: at most 90.',
    'Reason: at least 5 characters.',
  ]
  expect(faults()).toEqual(told)
  await field('email').fill('ann@example.com')
  await expect.poll(faults).toEqual(told.slice(1))
  await field('email').fill('ann@')
  await expect.poll(faults).toEqual(told)
  expect(sent).toEqual([])
})

test('a form shows schema errors in Chinese too', async () => {
  await show(<Form typed={{ ...start, email: 'ann' }} />, { language: 'zh' })
  await make()
  await expect.poll(faults).toEqual(['電郵：電郵地址格式不正確。'])
})

test('an error that only the form can detect replaces the schema’s error', async () => {
  await show(<Form typed={{ ...start, code: 'TAKEN' }} />)
  await make()
  await expect.poll(faults).toEqual(['Known to be taken.'])
  expect(sent).toEqual([])
})

test('a form sends valid values once, as parsed by the schema, however often it is submitted', async () => {
  let open = () => {}
  answer = () => new Promise(resolve => (open = () => resolve(made)))
  await show(<Form typed={start} />)
  await expect.element(field('email')).toBeVisible()
  const form = document.querySelector('form')!
  for (let press = 0; press < 3; press++) form.requestSubmit()
  await expect.poll(() => form.getAttribute('aria-busy')).toBe('true')
  form.requestSubmit()
  open()
  await expect.poll(() => done).toEqual(['ANN-20'])
  expect(sent).toEqual([
    { email: 'ann@example.com', code: 'ANN-20', percentOff: 20, duration: 'once', reason: 'A good one' },
  ])
})

test('a form shows a server error at its field, focuses the field after `onFailed`, and keeps its input', async () => {
  let told = () => {}
  failed = () => new Promise<void>(resolve => (told = resolve))
  answer = () => Promise.reject(new CallError('', 400, [{ message: 'Not this much.', field: 'body.percentOff' }]))
  await show(<Form typed={start} />)
  await make()
  await expect.poll(faults).toEqual(['Not this much.'])
  expect(focused()).not.toBe('percent')
  told()
  await expect.poll(focused).toBe('percent')
  await expect.element(field('reason')).toHaveValue(' A good one ')
  await field('percent').fill('30')
  await expect.poll(faults).toEqual([])
  answer = () => Promise.resolve(made)
  await make()
  await expect.poll(() => done).toEqual(['ANN-20'])
})

test('a form reports a schema error that belongs to no field in the server’s words', async () => {
  const told: unknown[] = []
  failed = error => told.push(errorMessage(error))
  await show(<Form typed={start} duration="twice" />)
  await make()
  await expect.element(page.getByRole('alert')).toHaveTextContent('duration: not one of the allowed values.')
  expect([told, sent]).toEqual([['duration: not one of the allowed values.'], []])
})

test('an error that belongs to no field is shown for the whole form until the user types', async () => {
  answer = () => Promise.reject(new CallError('', 409, [{ message: 'Not today.' }]))
  await show(<Form typed={start} />)
  await make()
  const alert = page.getByRole('alert')
  await expect.element(alert).toHaveTextContent('Not today.')
  expect(faults()).toEqual([])
  await field('percent').fill('30')
  await expect.element(alert).toHaveTextContent('')
  answer = () => Promise.reject(new CallError('', 0))
  await make()
  await expect.element(alert).toHaveTextContent('No connection to FinList. Please check your network.')
  answer = () => Promise.reject(new CallError('', 500))
  await make()
  await expect.element(alert).toMatchTextContent('We cannot provide this information')
})

test('a field that has focus when it is found invalid is focused again, so that screen readers read its error', async () => {
  await show(<Form typed={{ ...start, email: '' }} />)
  await field('email').click()
  const events: string[] = []
  for (const name of ['blur', 'focus'])
    field('email')
      .element()
      .addEventListener(name, () => events.push(name))
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => events).toEqual(['blur', 'focus'])
  expect(focused()).toBe('email')
  await expect.element(field('email')).toHaveAccessibleDescription('E-mail: not a valid e-mail address.')
})

test('a required field is announced as required, but not as invalid before it was refused', async () => {
  await show(<TextField label="Name" required />)
  const name = page.getByRole('textbox', { name: 'Name' })
  await expect.element(name).toBeRequired()
  await expect.element(name).toBeValid()
})

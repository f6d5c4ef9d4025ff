import {
  brandOf,
  caretAfter,
  cvcLength,
  formatCvc,
  formatExpiry,
  formatNumber,
  judgeCvc,
  judgeExpiry,
  judgeNumber,
} from './card-rules.js'

/**
 * One card field in its own frame. The three frames of a form share their input over a channel of the sandbox's origin.
 * The shop's page learns only whether a field is complete, empty, invalid or focused, and the card's brand. The
 * number's frame creates the payment method.
 */
const { field, group, now, texts: textsJson, style: styleJson } = document.body.dataset
/**
 * The origin that the frame exchanges messages with: the shop's or, if none is configured, that of the framing page.
 */
const shop = document.body.dataset.shop || (document.referrer && new URL(document.referrer).origin)
const texts = JSON.parse(textsJson)
const input = document.querySelector('input')
const wrongText = document.querySelector('#wrong')
const brandText = document.querySelector('#brand')
const channel = new BroadcastChannel(`card-fields:${group}`)
/** The input of each of the form's frames, digits only. */
const held = { number: '', expiry: '', cvc: '' }
const rules = {
  number: { format: formatNumber, judge: judgeNumber },
  expiry: { format: formatExpiry, judge: text => judgeExpiry(text, Number(now)) },
  cvc: { format: text => formatCvc(text, brandOf(held.number)), judge: text => judgeCvc(text, brandOf(held.number)) },
}
const { format, judge } = rules[field]
const next = { number: 'expiry', expiry: 'cvc' }[field]
const before = { expiry: 'number', cvc: 'expiry' }[field]
/** Whether the field has lost the focus since the last input. Only then is an incomplete value an error. */
let left = false

for (const [name, value] of Object.entries(JSON.parse(styleJson)))
  document.documentElement.style.setProperty(name, value)

input.addEventListener('input', event => {
  const deleting = String(event.inputType).startsWith('delete')
  const atEnd = input.selectionStart === input.value.length
  const count = input.value.slice(0, input.selectionStart ?? undefined).replace(/\D/g, '').length
  const shown = format(input.value, deleting)
  if (shown !== input.value) {
    input.value = shown
    const caret = atEnd ? shown.length : caretAfter(shown, count)
    if (document.activeElement === input) input.setSelectionRange(caret, caret)
  }
  left = false
  tell()
  const { complete, full } = judge(input.value)
  if (complete && full && !deleting && atEnd && next && held[next] === '') channel.postMessage({ focus: next })
})
input.addEventListener('focus', () => post({ kind: 'focus', hasFocus: true }))
input.addEventListener('blur', () => {
  post({ kind: 'focus', hasFocus: false })
  left = true
  tell()
})
input.addEventListener('keydown', event => {
  if (event.key === 'Backspace' && input.value === '' && before) {
    event.preventDefault()
    channel.postMessage({ focus: before })
  }
})

channel.addEventListener('message', ({ data }) => {
  if (data.hello) share()
  if (data.focus === field) focusHere()
  if (data.holds && data.holds.field !== field) {
    held[data.holds.field] = data.holds.value
    if (field === 'cvc' && data.holds.field === 'number') brandChanged()
  }
})

window.addEventListener('message', ({ data, origin, source }) => {
  if (source !== window.parent || origin !== shop || data?.group !== group) return
  if (data.act === 'clear') {
    input.value = ''
    left = false
    tell()
  }
  if (data.act === 'focus') focusHere()
  if (data.act === 'create') void create(data)
})

// The customer may have typed before this script ran.
input.value = format(input.value)
channel.postMessage({ hello: true })
tell()

function tell() {
  share()
  const { complete, empty, full, wrong, brand } = judge(input.value)
  const error = wrong && (full || left) ? texts[wrong] : undefined
  if (error) input.setAttribute('aria-invalid', 'true')
  else input.removeAttribute('aria-invalid')
  wrongText.textContent = error ?? ''
  if (brandText) brandText.textContent = brand === 'unknown' ? '' : (texts[`brand.${brand}`] ?? '')
  const state = { complete, empty, ...(error && { error }), ...(field === 'number' && { brand }) }
  post({ kind: 'state', state })
}

function share() {
  held[field] = judge(input.value).value
  channel.postMessage({ holds: { field, value: held[field] } })
}

function brandChanged() {
  const brand = brandOf(held.number)
  input.placeholder = brand === 'amex' ? texts['placeholder.cvc-amex'] : texts['placeholder.cvc']
  input.maxLength = cvcLength(brand)
  tell()
}

function focusHere() {
  window.focus()
  input.focus()
}

/** @param {{request: number, key: string, billing?: {name?: string, email?: string}}} asked */
async function create({ request, key, billing = {} }) {
  await heardFromOthers()
  const answer = firstWrong() ?? (await createPaymentMethod(key, billing))
  post({ kind: 'answer', request, answer })
}

/** Resolves once the other frames have sent their latest input, or after a second if a frame is gone. */
function heardFromOthers() {
  return new Promise(resolve => {
    const missing = new Set(['expiry', 'cvc'])
    const patience = setTimeout(done, 1_000)
    const hear = ({ data }) => {
      if (data.holds) missing.delete(data.holds.field)
      if (missing.size === 0) done()
    }
    channel.addEventListener('message', hear)
    channel.postMessage({ hello: true })

    function done() {
      clearTimeout(patience)
      channel.removeEventListener('message', hear)
      resolve(undefined)
    }
  })
}

function firstWrong() {
  const judged = [
    { name: 'number', ...judgeNumber(held.number) },
    { name: 'expiry', ...judgeExpiry(held.expiry, Number(now)) },
    { name: 'cvc', ...judgeCvc(held.cvc, brandOf(held.number)) },
  ]
  for (const { name, complete, wrong } of judged) {
    if (complete) continue
    const code = wrong ?? `incomplete_${name}`
    channel.postMessage({ focus: name })
    if (name === field) focusHere()
    return { error: { type: 'validation_error', code, message: texts[code] } }
  }
  return undefined
}

async function createPaymentMethod(key, billing) {
  const body = new URLSearchParams({
    type: 'card',
    'card[number]': held.number,
    'card[exp_month]': held.expiry.slice(0, 2),
    'card[exp_year]': `20${held.expiry.slice(2)}`,
    'card[cvc]': held.cvc,
  })
  for (const [name, value] of Object.entries(billing)) if (value) body.set(`billing_details[${name}]`, String(value))
  try {
    const response = await fetch('/v1/payment_methods', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body,
    })
    const { id, error } = await response.json()
    if (!error) return { id }
    const { type, code, decline_code: declineCode, message } = error
    return { error: { type, code, ...(declineCode && { declineCode }), message: texts[code] ?? message } }
  } catch {
    return { error: { type: 'api_connection_error', message: texts['unreachable'] } }
  }
}

function post(message) {
  if (shop) window.parent.postMessage({ source: 'pay-sandbox', group, field, ...message }, shop)
}

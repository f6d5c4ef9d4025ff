/**
 * The test wallet's button, in a frame of the sandbox's origin. A click creates a payment method; the surrounding page
 * pays with it and reports the result.
 */
const { group, texts: textsJson } = document.body.dataset
const texts = JSON.parse(textsJson)
const shop = document.body.dataset.shop || (document.referrer && new URL(document.referrer).origin)
const button = document.querySelector('button')
const said = document.querySelector('[role=status]')
let key = ''

button.addEventListener('click', () => void pay())
window.addEventListener('message', ({ data, origin, source }) => {
  if (source !== window.parent || origin !== shop || data?.group !== group) return
  if (data.act === 'key') key = data.key
  if (data.act === 'amount') document.querySelector('#amount').textContent = dollars(data.amount)
  if (data.act === 'result') {
    said.textContent = data.result === 'success' ? texts.paid : texts.failed
    button.disabled = false
  }
})
post({ kind: 'ready' })

async function pay() {
  button.disabled = true
  said.textContent = ''
  try {
    const body = new URLSearchParams({ type: 'card', 'card[token]': 'tok_googlepay' })
    const response = await fetch('/v1/payment_methods', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body,
    })
    const { id, error } = await response.json()
    if (error) throw new Error(error.message)
    post({ kind: 'payment-method', id })
  } catch {
    said.textContent = texts.failed
    button.disabled = false
  }
}

function post(message) {
  if (shop) window.parent.postMessage({ source: 'pay-sandbox', group, ...message }, shop)
}

function dollars(cents) {
  return `HK$${(cents / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',')}`
}

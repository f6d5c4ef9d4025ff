;(() => {
  'use strict'
  /** The sandbox's origin, from which this script was loaded. */
  const home = new URL(document.currentScript.src).origin
  const fields = ['number', 'expiry', 'cvc']

  /**
   * The browser side of the payment provider's stand-in. The card number stays in frames of its origin.
   *
   *   const pay = PaySandbox('pk_test_...')
   *   const card = pay.mountFields({ number, expiry, cvc }, (field, state) => ..., {
   *     locale: 'en', style: {}, onFocus: (field, hasFocus) => ...
   *   })
   *   await pay.createPaymentMethod({ billing: { email } })      // {id} or {error: {type, code, declineCode, message}}
   *   await pay.confirmCardPayment(secret, { returnUrl })        // {status, redirectUrl} or {error}
   */
  window.PaySandbox = function PaySandbox(publishableKey, { origin = home } = {}) {
    let mounted
    let requests = 0

    function mountFields(targets, on, { locale = 'en', style = {}, onFocus } = {}) {
      if (mounted) throw new Error('card fields are mounted already')
      const group = crypto.randomUUID()
      const waiting = new Map()
      let isReady
      const ready = new Promise(resolve => (isReady = resolve))
      const parts = fields.map(field => {
        const query = new URLSearchParams({ field, group, locale, style: JSON.stringify(style) })
        const frame = frameIn(targets[field], `/_sandbox/fields?${query}`, titles[locale][field])
        const focus = () => send(frame, { group, act: 'focus' })
        targets[field].addEventListener('click', focus)
        return { field, frame, remove: () => (frame.remove(), targets[field].removeEventListener('click', focus)) }
      })
      const hear = event => {
        const part = parts.find(({ frame }) => frame.contentWindow === event.source)
        if (!part || event.origin !== origin || event.data?.group !== group) return
        if (part.field === 'number') isReady()
        if (event.data.kind === 'state') on(part.field, event.data.state)
        if (event.data.kind === 'focus') onFocus?.(part.field, event.data.hasFocus)
        if (event.data.kind === 'answer') {
          waiting.get(event.data.request)?.(event.data.answer)
          waiting.delete(event.data.request)
        }
      }
      window.addEventListener('message', hear)
      const own = {
        create: billing =>
          new Promise(resolve => {
            const request = ++requests
            waiting.set(request, resolve)
            const asked = { group, act: 'create', request, key: publishableKey, billing }
            void ready.then(() => send(parts[0].frame, asked))
          }),
      }
      mounted = own
      return {
        clear: () => parts.forEach(({ frame }) => send(frame, { group, act: 'clear' })),
        destroy: () => {
          window.removeEventListener('message', hear)
          for (const { remove } of parts) remove()
          for (const resolve of waiting.values()) resolve(failure('canceled', 'The card fields were closed.'))
          if (mounted === own) mounted = undefined
        },
      }
    }

    async function createPaymentMethod({ billing } = {}) {
      return mounted ? mounted.create(billing) : failure('invalid_request_error', 'No card fields are mounted.')
    }

    async function confirmCardPayment(secret, { returnUrl, paymentMethod }) {
      return outcome(await confirm('payment_intents', secret, returnUrl, paymentMethod))
    }

    async function confirmCardSetup(secret, { returnUrl }) {
      return outcome(await confirm('setup_intents', secret, returnUrl))
    }

    async function retrievePaymentIntent(secret) {
      const query = new URLSearchParams({ client_secret: secret })
      const { error, status, last_payment_error: last } = await call(`payment_intents/${idOf(secret)}?${query}`)
      if (error) return { error }
      return { status, ...(last?.code && { errorCode: last.code }) }
    }

    /** A test wallet: a button that creates a payment method as a phone's wallet does. */
    function mountWallet(target, { amount, label }, onPaymentMethod) {
      const group = crypto.randomUUID()
      const locale = document.documentElement.lang.startsWith('zh') ? 'zh-HK' : 'en'
      const query = new URLSearchParams({ group, locale, amount: String(amount), label })
      const frame = frameIn(target, `/_sandbox/wallet?${query}`, titles[locale].wallet, 44)
      const hear = ({ origin: from, source, data }) => {
        if (from !== origin || source !== frame.contentWindow || data?.group !== group) return
        if (data.kind === 'ready') send(frame, { group, act: 'key', key: publishableKey })
        if (data.kind === 'payment-method') void pay(data.id)
      }
      const pay = async id => {
        const result = await onPaymentMethod(id).catch(() => 'fail')
        send(frame, { group, act: 'result', result })
      }
      window.addEventListener('message', hear)
      return {
        update: ({ amount: changed }) => send(frame, { group, act: 'amount', amount: changed }),
        destroy: () => {
          window.removeEventListener('message', hear)
          frame.remove()
        },
      }
    }

    function frameIn(target, path, title, height = 24) {
      const frame = document.createElement('iframe')
      frame.src = origin + path
      frame.title = title
      frame.referrerPolicy = 'origin'
      frame.style.display = 'block'
      // Set as attributes, so that the page's own style sheet can override them.
      Object.assign(frame, { width: '100%', height: String(height), frameBorder: '0' })
      target.append(frame)
      return frame
    }

    const send = (frame, message) => frame.contentWindow?.postMessage(message, origin)

    function confirm(kind, secret, returnUrl, paymentMethod) {
      const body = new URLSearchParams({ client_secret: secret, return_url: returnUrl })
      if (paymentMethod) body.set('payment_method', paymentMethod)
      return call(`${kind}/${idOf(secret)}/confirm`, body)
    }

    async function call(path, body) {
      try {
        const headers = { authorization: `Bearer ${publishableKey}` }
        const response = await fetch(`${origin}/v1/${path}`, body ? { method: 'POST', headers, body } : { headers })
        const answer = await response.json()
        if (!answer.error) return answer
        const { type, code, decline_code: declineCode, message } = answer.error
        return { error: { type, ...(code && { code }), ...(declineCode && { declineCode }), message } }
      } catch {
        return failure('api_connection_error', 'The payment provider cannot be reached.')
      }
    }

    const wallet = { mount: mountWallet }
    return { mountFields, createPaymentMethod, confirmCardPayment, confirmCardSetup, retrievePaymentIntent, wallet }
  }

  const titles = {
    en: { number: 'Card number', expiry: 'Expiry date', cvc: 'Security code', wallet: 'Test wallet' },
    'zh-HK': { number: '卡號', expiry: '到期日', cvc: '安全碼', wallet: '測試錢包' },
  }

  const failure = (type, message) => ({ error: { type, message } })

  /** `pi_1_secret_2` -> `pi_1` */
  const idOf = secret => encodeURIComponent(String(secret).split('_secret_')[0])

  function outcome({ error, status, next_action: next }) {
    if (error) return { error }
    const redirectUrl = next?.type === 'redirect_to_url' ? next.redirect_to_url.url : undefined
    return { status, ...(redirectUrl && { redirectUrl }) }
  }
})()

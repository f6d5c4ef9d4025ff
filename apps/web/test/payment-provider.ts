import { expect, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { CardClient, CardField, FieldState } from '../src/api/card-client/card-client.ts'

const labels = {
  number: { en: 'Card number', 'zh-HK': '卡號' },
  expiry: { en: 'Expiry date', 'zh-HK': '到期日' },
  cvc: { en: 'Security code', 'zh-HK': '安全碼' },
}
const length: Record<CardField, number> = { number: 16, expiry: 4, cvc: 3 }

/** The address used for the bank's page. This page can access its document. */
const bankUrl = 'about:blank'

export type Provider = {
  /** The response when a payment or a card is confirmed; by default, a redirect to the bank's page. */
  confirm: () => { status: 'requires_action' | 'succeeded'; redirectUrl?: string }
  /** Whether the payment is reported as paid when it is read again. */
  isPaid: boolean
  method: () => { id: string } | { error: { type: string; message: string } }
  hasWallet: boolean
}

/**
 * Replaces the payment provider's script. Its fields accept input and report it as `CardClient` defines. Returns the
 * behaviour of the replacement, which tests can change.
 */
export function givePaymentProvider(does: Partial<Provider> = {}): Provider {
  const provider: Provider = {
    confirm: () => ({ status: 'requires_action', redirectUrl: bankUrl }),
    isPaid: true,
    method: () => ({ id: 'pm_typed' }),
    hasWallet: false,
    ...does,
  }
  const here = location.href
  if (provider.hasWallet) history.replaceState(history.state, '', '?wallet=1')
  const append = document.head.append.bind(document.head)
  document.head.append = (...nodes: (Node | string)[]) => {
    const [script] = nodes
    if (script instanceof HTMLScriptElement && script.src.endsWith('/_sandbox/js')) script.onload?.(new Event('load'))
    else append(...nodes)
  }
  Object.assign(window, { PaySandbox: () => clientOf(provider) })
  onTestFinished(() => {
    document.head.append = append
    history.replaceState(history.state, '', here)
  })
  return provider
}

/** The response that names the payment provider. */
export const providerConfig = {
  'GET /payments/config': () => ({
    data: { provider: 'sandbox', publishableKey: 'pk_test', sandboxUrl: 'https://sandbox.example' },
  }),
}

type Sandbox = Omit<CardClient, 'kind' | 'walletAvailability' | 'mountWallet'> & {
  wallet: { mount: CardClient['mountWallet'] }
}

function clientOf(provider: Provider): Sandbox {
  return {
    mountFields(targets, on, { locale }) {
      const inputs = (Object.keys(targets) as CardField[]).map(field => {
        const input = targets[field].appendChild(document.createElement('input'))
        input.setAttribute('aria-label', labels[field][locale])
        const tell = () => on(field, stateOf(field, input.value))
        input.addEventListener('input', tell)
        tell()
        return input
      })
      return {
        destroy: () => inputs.forEach(input => input.remove()),
        clear: () => inputs.forEach(input => (input.value = '')),
      }
    },
    createPaymentMethod: () => Promise.resolve(provider.method()),
    confirmCardPayment: () => Promise.resolve(provider.confirm()),
    confirmCardSetup: () => Promise.resolve(provider.confirm()),
    retrievePaymentIntent: () => Promise.resolve({ status: provider.isPaid ? 'succeeded' : 'requires_payment_method' }),
    wallet: {
      mount(target, { label }, onPaymentMethod) {
        const button = target.appendChild(document.createElement('button'))
        button.type = 'button'
        button.textContent = `Test wallet: ${label}`
        button.onclick = () => void onPaymentMethod('pm_wallet')
        return { update: () => undefined, destroy: () => button.remove() }
      },
    },
  }
}

function stateOf(field: CardField, value: string): FieldState {
  const digits = value.replace(/\D/g, '').length
  return { complete: digits === length[field], empty: value === '', ...(field === 'number' && { brand: 'visa' }) }
}

export const cardField = (field: CardField) => page.getByLabelText(labels[field].en, { exact: true })

export async function typeCard() {
  await userEvent.fill(cardField('number'), '4242 4242 4242 4242')
  await userEvent.fill(cardField('expiry'), '12 / 34')
  await userEvent.fill(cardField('cvc'), '123')
}

const bankFrame = () => document.querySelector<HTMLIFrameElement>('iframe[title="Your bank\'s page"]')

/** Waits for the bank's page, and returns from it to our page. */
export async function backFromBank() {
  await expect.poll(() => bankFrame()?.contentDocument?.readyState).toBe('complete')
  says(bankFrame()!)
}

/** Makes a page in a frame post the message that our page posts there once the bank has redirected to it. */
export function says(frame: HTMLIFrameElement) {
  const { Function: FunctionThere } = frame.contentWindow as unknown as { Function: typeof Function }
  FunctionThere("parent.postMessage('3DS-authentication-complete', '*')")()
}

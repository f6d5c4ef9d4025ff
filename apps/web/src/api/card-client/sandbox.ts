import type { CardClient, CardError } from './card-client.ts'

/**
 * The function that `/_sandbox/js` defines on the window. It returns the methods of `CardClient`, except those for
 * wallets.
 */
type PaySandbox = (publishableKey: string) => Omit<CardClient, 'kind' | 'walletAvailability' | 'mountWallet'> & {
  wallet: { mount: CardClient['mountWallet'] }
}
const page = window as { PaySandbox?: PaySandbox }

let loading: Promise<void> | undefined

export async function sandboxClient(sandboxUrl: string, publishableKey: string): Promise<CardClient> {
  loading ??= load(new URL('/_sandbox/js', sandboxUrl).href)
  await loading
  if (!page.PaySandbox) throw new Error('the payment provider left no client')
  const { wallet, ...client } = page.PaySandbox(publishableKey)
  const testWallet = new URLSearchParams(location.search).get('wallet') === '1'
  return {
    kind: 'sandbox',
    ...client,
    confirmCardPayment: async (...asked) => inLanguage(await client.confirmCardPayment(...asked)),
    confirmCardSetup: async (...asked) => inLanguage(await client.confirmCardSetup(...asked)),
    walletAvailability: () => Promise.resolve({ applePay: false, googlePay: testWallet }),
    mountWallet: wallet.mount,
  }
}

/** Adds the current page's language to the address of the bank's page. */
function inLanguage<C extends { redirectUrl?: string } | { error: CardError }>(confirmed: C): C {
  if (!('redirectUrl' in confirmed) || confirmed.redirectUrl === undefined) return confirmed
  const address = new URL(confirmed.redirectUrl)
  address.searchParams.set('lang', document.documentElement.lang)
  return { ...confirmed, redirectUrl: address.href }
}

function load(address: string): Promise<void> {
  const script = document.createElement('script')
  return new Promise((resolve, reject) => {
    script.src = address
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      loading = undefined
      reject(new Error('the payment provider cannot be reached'))
    }
    document.head.append(script)
  })
}

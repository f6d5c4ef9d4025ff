import type { CardClient } from '../../../api/card-client/card-client.ts'

/** Shows a page of the bank; resolves when the bank has redirected back. */
export type VisitBank = (url: string) => Promise<void>

const returnUrl = () => `${location.origin}/subscribe-verify`

/**
 * Lets the bank authenticate a payment, then reads the payment intent again. Returns 'failed' if the payment was not
 * made, and 'unsure' as long as the payment provider has no result. Only the state of the intent counts, not what the
 * frame reported.
 */
export async function authenticate(
  client: CardClient,
  secret: string,
  visitBank: VisitBank,
): Promise<'succeeded' | 'failed' | 'unsure'> {
  const confirmed = await client.confirmCardPayment(secret, { returnUrl: returnUrl() })
  if (!('error' in confirmed) && confirmed.redirectUrl) await visitBank(confirmed.redirectUrl)
  const read = await client.retrievePaymentIntent(secret)
  if ('error' in read) return 'unsure'
  if (read.status === 'succeeded') return 'succeeded'
  return read.status === 'processing' ? 'unsure' : 'failed'
}

/** Lets the bank authenticate a card before it is stored. The result must be requested from the server afterwards. */
export async function authenticateCard(client: CardClient, secret: string, visitBank: VisitBank): Promise<void> {
  const confirmed = await client.confirmCardSetup(secret, { returnUrl: returnUrl() })
  if (!('error' in confirmed) && confirmed.redirectUrl) await visitBank(confirmed.redirectUrl)
}

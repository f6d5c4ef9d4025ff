import type { CardClient } from '../../../api/card-client/card-client.ts'

/** Shows a page of the bank; resolves when the bank has redirected back. */
export type VisitBank = (url: string) => Promise<void>

const returnUrl = () => `${location.origin}/subscribe-verify`

/**
 * Has the bank confirm a payment, then reads the intent again: 'failed' when it was not paid, 'unsure' while the
 * payment provider does not say. Only the intent's own state decides, whatever the frame reported.
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

/** Has the bank confirm a card to be put on file. The server reports the result when it is asked again. */
export async function authenticateCard(client: CardClient, secret: string, visitBank: VisitBank): Promise<void> {
  const confirmed = await client.confirmCardSetup(secret, { returnUrl: returnUrl() })
  if (!('error' in confirmed) && confirmed.redirectUrl) await visitBank(confirmed.redirectUrl)
}

import type { CardClient } from '../../../api/card-client/card-client.ts'

/** Shows a page of the bank; resolves when the bank has sent its visitor back. */
export type VisitBank = (url: string) => Promise<void>

const returnUrl = () => `${location.origin}/subscribe-verify`

/**
 * Has the bank confirm a payment and reads it again: 'failed' when it was not made, 'unsure' when the payment provider
 * does not say yet. Nothing but the intent's own state decides, whatever the frame said.
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

/** Has the bank confirm a card that is put on file. Whether it did, the server says when it is asked again. */
export async function authenticateCard(client: CardClient, secret: string, visitBank: VisitBank): Promise<void> {
  const confirmed = await client.confirmCardSetup(secret, { returnUrl: returnUrl() })
  if (!('error' in confirmed) && confirmed.redirectUrl) await visitBank(confirmed.redirectUrl)
}

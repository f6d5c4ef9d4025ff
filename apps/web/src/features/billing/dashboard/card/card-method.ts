import type { CardClient } from '../../../../api/card-client/card-client.ts'

/** Creates a payment method from the typed card. Errors in the card are shown by the payment provider's fields. */
export async function cardMethod(client: CardClient): Promise<string | undefined> {
  try {
    const made = await client.createPaymentMethod({})
    if ('id' in made) return made.id
    console.error(made.error)
  } catch (error) {
    console.error(error)
  }
  return undefined
}

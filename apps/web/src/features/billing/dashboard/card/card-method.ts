import type { CardClient } from '../../../../api/card-client/card-client.ts'

/** The typed card as a payment method. What the payment provider says of a wrong field, the fields say themselves. */
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

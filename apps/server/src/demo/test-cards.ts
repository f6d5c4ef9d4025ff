/** Card numbers that the payment sandbox accepts, printed at startup. Any future expiry date and any CVC will do. */
export const testCards = [
  { number: '4242 4242 4242 4242', does: 'pays' },
  { number: '4000 0025 0000 3155', does: 'asks for 3-D Secure' },
  { number: '4000 0000 0000 0002', does: 'is declined' },
]

const visa = '4242424242424242'
const mastercard = '5555555555554444'

/**
 * A test card for the demo's own purchases. A card can be used for only one trial of a product, so the demo's own trial
 * uses a card that is not printed for users.
 */
export const goodTestCard = ({ forTrial, at }: { forTrial: boolean; at: Date }) => ({
  number: forTrial ? mastercard : visa,
  exp_month: 12,
  exp_year: at.getUTCFullYear() + 3,
  cvc: '123',
})

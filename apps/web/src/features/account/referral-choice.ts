import { type ReferralKey, referralKeys } from '@finlist/contract/account/account'

export type Referral = Record<ReferralKey, boolean> & { otherInput: string }

export const noReferral = Object.fromEntries([...referralKeys.map(key => [key, false]), ['otherInput', '']]) as Referral

/** Returns all twelve choices. Includes the text of `other` only if that choice is ticked. */
export function referralToSend({ otherInput, ...ticks }: Referral) {
  return { ...ticks, otherInput: ticks.other ? otherInput.trim() : '' }
}

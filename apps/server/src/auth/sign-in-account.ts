/**
 * What the server needs from a sign-in account. With an external issuer, which keeps the accounts itself, its methods
 * do nothing.
 */
export type SignInAccount = {
  /** Makes the verified address the user's sign-in address. Refuses an address that another account signs in with. */
  adoptEmail(userId: number, email: string): Promise<void>
  /** Changes the phone number; it cannot be used to sign in until verified. */
  changePhone(userId: number, phone: string): Promise<void>
  facts(userId: number): Promise<Record<string, unknown> | undefined>
  /**
   * Ends every session at the sign-in provider. Call it before ending ours: a remaining provider session would let the
   * browser begin a new session here.
   */
  signOut(userId: number): Promise<void>
  /** Ends the provider's session that the ID token came from; every session when the token does not say which. */
  signOutHere(userId: number, idToken: string | null): Promise<void>
  /**
   * Ends every session at the provider, and the ways in that somebody who used the account may know or have made since:
   * password, telephone number and passkeys. A code to the verified address lets its owner in.
   */
  secure(userId: number, since: Date): Promise<void>
  /** Returns false when none was on. */
  turnOffSecondFactor(userId: number): Promise<boolean>
  erase(userId: number): Promise<void>
}

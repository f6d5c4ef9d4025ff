/**
 * Operations on a user's account at our own sign-in provider. With an external issuer, which keeps the accounts itself,
 * `facts` and `erase` cover data left over from our own provider, and the other operations do nothing.
 */
export type SignInAccount = {
  /** Makes the verified address the user's sign-in address. Throws BadRequest if another account signs in with it. */
  adoptEmail(userId: number, email: string): Promise<void>
  /** Changes the phone number; it cannot be used to sign in until verified. */
  changePhone(userId: number, phone: string): Promise<void>
  facts(userId: number): Promise<Record<string, unknown> | undefined>
  /**
   * Ends every session at the sign-in provider. Call it before ending ours: a remaining provider session would let the
   * browser begin a new session here.
   */
  signOut(userId: number): Promise<void>
  /** Ends the provider's session that the ID token belongs to; every session if the token does not identify one. */
  signOutHere(userId: number, idToken: string | null): Promise<void>
  /**
   * Ends every session at the provider. If the account has a verified address, also removes the credentials that an
   * intruder may know or may have added: the password, sign-in by phone number, and passkeys created after `since`. The
   * owner can still sign in with a code sent to that address.
   */
  secure(userId: number, since: Date): Promise<void>
  /** Returns false if no second factor was on. */
  turnOffSecondFactor(userId: number): Promise<boolean>
  erase(userId: number): Promise<void>
}

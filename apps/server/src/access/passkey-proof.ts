type Asking = { userId: number; sessionId: string }

/** Proves with a passkey who is at a signed-in browser, without leaving the page. */
export type PasskeyProof = {
  /** Returns undefined when the person has no passkey here. */
  ask(caller: Asking): Promise<{ options: unknown; sealed: string } | undefined>
  /** 'passkey': a wrong answer; 'passkey-copied': an answer from a copied passkey. */
  prove(caller: Asking, given: { question: string; answer: string }): Promise<'proved' | 'passkey' | 'passkey-copied'>
}

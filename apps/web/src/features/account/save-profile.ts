import { saveUser, user } from '@finlist/contract/account'
import type * as z from 'zod/mini'
import { ask } from '../../api/ask.ts'
import { asked, queryClient } from '../../api/query-client.ts'

/** Sends the one thing that changed, and reads the profile again. */
export async function saveProfile(body: z.input<(typeof saveUser)['body']>): Promise<void> {
  await ask(saveUser, { body })
  await readProfileAgain()
}

export const readProfileAgain = () => queryClient.invalidateQueries({ queryKey: asked(user).queryKey })

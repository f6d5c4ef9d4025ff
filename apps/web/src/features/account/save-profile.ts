import { user } from '@finlist/contract/account'
import { saveUser } from '@finlist/contract/profile'
import type * as z from 'zod/mini'
import { callQuery, queryClient } from '../../api/query-client.ts'
import { request } from '../../api/request.ts'

/** Sends the one thing that changed, and reads the profile again. */
export async function saveProfile(body: z.input<(typeof saveUser)['body']>): Promise<void> {
  await request(saveUser, { body })
  await readProfileAgain()
}

export const readProfileAgain = () => queryClient.invalidateQueries({ queryKey: callQuery(user).queryKey })

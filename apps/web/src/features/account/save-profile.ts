import { user } from '@finlist/contract/account/account'
import { saveUser } from '@finlist/contract/account/profile'
import type * as z from 'zod/mini'
import { callQuery, queryClient } from '../../api/query-client.ts'
import { request } from '../../api/request.ts'

/** Saves the one field that changed, and refetches the profile. */
export async function saveProfile(body: z.input<(typeof saveUser)['body']>): Promise<void> {
  await request(saveUser, { body })
  await readProfileAgain()
}

export const readProfileAgain = () => queryClient.invalidateQueries({ queryKey: callQuery(user).queryKey })

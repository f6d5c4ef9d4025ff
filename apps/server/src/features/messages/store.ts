import type { MessageTarget } from '@finlist/contract/messages'
import type { Db, Tx } from '../../db/database.ts'
import { publish } from '../../market-data/last-updated.ts'

export async function readMessages(db: Db, target: MessageTarget, now: Date) {
  return await db
    .selectFrom('system_message')
    .select(['system_message_id', 'message_en', 'message_zh', 'expires_at'])
    .where('target', '=', target)
    .where('expires_at', '>', now)
    .orderBy('system_message_id', 'desc')
    .limit(50)
    .execute()
}

export async function saveMessage(
  tx: Tx,
  message: { messageEn: string; messageZh: string; target: MessageTarget; expiresAt: Date; byUserId: number },
): Promise<number> {
  const { system_message_id } = await tx
    .insertInto('system_message')
    .values({
      message_en: message.messageEn,
      message_zh: message.messageZh,
      target: message.target,
      expires_at: message.expiresAt,
      by_user_id: message.byUserId,
    })
    .returning('system_message_id')
    .executeTakeFirstOrThrow()
  await publish(tx, `messages:${message.target}`)
  return system_message_id
}

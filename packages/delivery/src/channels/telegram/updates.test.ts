import { describe, expect, it } from 'vitest'
import { findTelegramCommand } from './updates.ts'

const update = (text: unknown, type = 'private') => ({
  update_id: 1,
  message: { message_id: 2, chat: { id: 4_503_599_627_370_495, type }, text },
})

describe('a command to the bot', () => {
  it.each([
    ['/start abc_-1', 'start', 'abc_-1'],
    ['/start', 'start', ''],
    ['/start@PautaBot abc', 'start', 'abc'],
    ['/start   abc  ', 'start', 'abc'],
    ['/stop', 'stop', ''],
    ['/confirmar', 'confirmar', ''],
  ])('%s', (text, name, argument) => {
    expect(findTelegramCommand(update(text))).toEqual({
      chatId: '4503599627370495',
      isPrivate: true,
      name,
      argument,
    })
  })

  it('recognises a command in a group', () => {
    expect(findTelegramCommand(update('/start abc', 'supergroup'))?.isPrivate).toBe(false)
  })

  it.each(['bom dia', '/started', '/start a b', '/help', 'x /start', `/start ${'a'.repeat(129)}`])(
    'ignores %s',
    (text) => {
      expect(findTelegramCommand(update(text))).toBeUndefined()
    },
  )

  it('ignores photos and updates of other kinds', () => {
    expect(findTelegramCommand(update(undefined))).toBeUndefined()
    expect(findTelegramCommand({ update_id: 1, my_chat_member: {} })).toBeUndefined()
  })

  it.each([null, 'text', 7, { message: {} }])('throws for %j, which is no update', (value) => {
    expect(() => findTelegramCommand(value)).toThrow('Invalid input')
  })
})

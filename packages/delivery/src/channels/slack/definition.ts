import { urlRows } from '../url-channel.ts'

export const slack = urlRows('slack')

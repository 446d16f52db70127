import type { IncomingMessage } from 'node:http'
import { BlockList } from 'node:net'
import { describe, expect, it } from 'vitest'
import { makeAddressLimit } from './address-limits.ts'
import { findClientAddress } from './client-address.ts'

const proxies = new BlockList()
proxies.addAddress('127.0.0.1')
proxies.addSubnet('172.30.77.0', 24)
proxies.addAddress('::1', 'ipv6')

const request = (remoteAddress?: string, forwarded?: string) =>
  ({ headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress } }) as unknown as IncomingMessage

describe('findClientAddress', () => {
  it.each([
    ['a connection without a proxy', '203.0.113.9', undefined, '203.0.113.9'],
    ['a header that the client wrote itself', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    [
      'a header that an IPv4 client of an IPv6 socket wrote itself',
      '::ffff:203.0.113.9',
      '198.51.100.1',
      '203.0.113.9',
    ],
    ['a header of a trusted proxy', '127.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['a header of a proxy in a trusted network', '::ffff:172.30.77.2', '203.0.113.9', '203.0.113.9'],
    ['an address that a client put before its own', '127.0.0.1', '198.51.100.1, 203.0.113.9', '203.0.113.9'],
    ['two trusted proxies', '127.0.0.1', '203.0.113.9, 172.30.77.5', '203.0.113.9'],
    ['a header of a trusted proxy of IPv6', '::1', '2001:db8::9', '2001:db8::9'],
    ['a header without an address', '127.0.0.1', 'unknown', '127.0.0.1'],
    ['a proxy alone', '127.0.0.1', undefined, '127.0.0.1'],
    ['a connection that has ended', undefined, undefined, ''],
  ])('reads %s', (_, remote, forwarded, expected) => {
    expect(findClientAddress(request(remote, forwarded), proxies)).toBe(expected)
  })
})

describe('makeAddressLimit', () => {
  it.each([
    ['IPv4 addresses', '203.0.113.1', '203.0.113.2'],
    ['networks of 64 bits', '2001:db8:0:1::1', '2001:db8:0:2::1'],
  ])('counts %s apart', async (_, one, other) => {
    const admit = makeAddressLimit({ requestsPerMinute: 2, proxies })
    const answers: boolean[] = []
    for (let n = 0; n < 3; n++) answers.push(await admit(request('127.0.0.1', one)))
    expect(answers).toEqual([true, true, false])
    expect(await admit(request('127.0.0.1', other))).toBe(true)
  })

  it('counts the addresses of one network of 64 bits together', async () => {
    const admit = makeAddressLimit({ requestsPerMinute: 1, proxies })
    expect(await admit(request('2001:db8::1'))).toBe(true)
    expect(await admit(request('2001:db8:0:0:ffff::2'))).toBe(false)
  })

  it('admits everything without a limit', async () => {
    const admit = makeAddressLimit({ requestsPerMinute: 0, proxies })
    expect(await admit(request('203.0.113.1'))).toBe(true)
  })
})

/** What is masked in a recording, and what stays byte for byte. */
import { describe, expect, it } from 'vitest'
import { createMasks } from './tape-masks'

const VIN = '1FTEW1E41KFA12345'
const DOTS = '•'.repeat(17)
const masks = createMasks(new Set(['canary-token-1', 'a b/ü', '12345678901']), ['https://vehicle.example/base'])

describe('a body', () => {
  it.each([
    ['{"id":"36ab27d0-fd9d-4455-823a-ce30af709ffc",  "n":1.50e3,"no":null,\n "list":["P0123","a?b",true] }'],
    [
      '{"links":{"next":"/v3/connections?page[number]=2&page[size]=10","self":"https://vehicle.example/base/v3/x?a=1"}}',
    ],
    ['<!doctype html><p class="a">a & b</p>'],
    ['{"cut":"off'],
    [''],
  ])('without a secret stays as it is: %s', (body) => expect(masks.body(body)).toBe(body))
  it.each([
    [`{"vin":"${VIN}", "n": 1}`, `{"vin":"${DOTS}", "n": 1}`],
    [`{"a":"seen ${VIN} here"}`, `{"a":"seen ${DOTS} here"}`],
    ['{"vin":["AB",{"x":1}],"vin":12}', '{"vin":["••",{"x":1}],"vin":"••"}'],
    [`{"${VIN}":1}`, `{"${DOTS}":1}`],
    ['{"a":"x canary-token-1 y"}', '{"a":"x ••• y"}'],
    ['{"a":"can\\u0061ry-token-1","a":1}', '{"a":"•••","a":1}'],
    ['{"a":12345678901}', '{"a":"•••"}'],
    ['{"a":"a%20b%2F%C3%BC and a+b%2F%C3%BC"}', '{"a":"••• and •••"}'],
    [
      '{"access_token":"x","token":"","clientSecret":"y","code":"z"}',
      '{"access_token":"•••","token":"","clientSecret":"•••","code":"z"}',
    ],
    ['{"a":"eyJhbGciOiJI.eyJzdWIiOiIx.c2ln"}', '{"a":"•••"}'],
    ['{"url":"https://c.example/x?token=T#y"}', '{"url":"https://c.example/x?…"}'],
    ['{"url":"javascript:x?token=T"}', '{"url":"javascript:x?…"}'],
    ['{"a":"https:\\/\\/c.example\\/x?token=T"}', '{"a":"https://c.example/x?…"}'],
    ['{"a":"open https://c.example/x?token=T now"}', '{"a":"open https://c.example/x?… now"}'],
    ['{"a":"/battery?token=T"}', '{"a":"/battery?…"}'],
    ['{"next":"/v3/c?page=2&access_token=T"}', `{"next":"/v3/c?page=2&access_token=${encodeURIComponent('•••')}"}`],
    [`{"next":"/v3/c?q=${VIN}"}`, `{"next":"/v3/c?q=${encodeURIComponent(DOTS)}"}`],
    [
      `<p title="${VIN}">canary-token-1 https://c.example/?token=T</p>`,
      `<p title="${DOTS}">••• https://c.example/?…</p>`,
    ],
    [`{"a":"${VIN}","b":"cut canary-token-1`, `{"a":"${DOTS}","b":"cut •••`],
  ])('%s', (body, masked) => expect(masks.body(body)).toBe(masked))
  it('of any size and form takes the time of one look', () => {
    const began = performance.now()
    const n = 50_000 // what looked at a part again and again would take minutes
    for (const body of [
      `{"a":"${'x'.repeat(n)}"}`,
      '"\\'.repeat(n),
      '['.repeat(n),
      'http://'.repeat(n),
      `<p ${'/a'.repeat(n)}`,
    ])
      expect(masks.body(body)).toHaveLength(body.length)
    expect(performance.now() - began).toBeLessThan(4_000)
  })
})

describe('an address', () => {
  it('keeps its bytes where nothing is masked', () => {
    expect(masks.path('/v3/connections/a%20b;c')).toBe('/v3/connections/a%20b;c')
    expect(masks.query('page%5Bsize%5D=10&filter[x]=%zz&&a')).toBe('page%5Bsize%5D=10&filter[x]=%zz&&a')
  })
  it('has no VIN and no secret, however it is encoded', () => {
    const dots = encodeURIComponent(DOTS)
    const hidden = encodeURIComponent('•••')
    expect(masks.path(`/v3/vehicles/%31${VIN.slice(1)}/x`)).toBe(`/v3/vehicles/${dots}/x`)
    expect(masks.path('/v3/canary%2Dtoken-1')).toBe(`/v3/${hidden}`)
    expect(masks.query(`filter[vin]=${VIN}&token=abc&x=canary-token-1&a%20b%2F%C3%BC`)).toBe(
      `filter[vin]=${dots}&token=${hidden}&x=${hidden}&${hidden}`,
    )
  })
})

/** What is masked, and what is left alone. */
import { describe, expect, it } from 'vitest'
import { masked, maskText } from './mask'

describe('masked', () => {
  it.each(['1234A67Q90F2T4567', 'wvwzzz1jz3w386752'])('the VIN %s, wherever it stands', (vin) => {
    expect(JSON.stringify(masked({ vin, deep: [{ text: `seen ${vin} here` }] }))).not.toContain(vin)
  })
  it('anything under the key vin, however it is written', () => {
    expect(masked({ vin: 'SHORT-1' })).toEqual({ vin: '•••••••' })
    expect(JSON.stringify(masked({ vin: ['ABC', { vin: 123456 }] }))).not.toMatch(/ABC|123456/)
  })
  it('the query of a link, its host and path left', () => {
    expect(masked({ url: 'https://connect.example/battery-capacity?vehicle_id=v&token=t#x' })).toEqual({
      url: 'https://connect.example/battery-capacity?…',
    })
  })
  it.each([
    'https://c.example/x?token=SECRET&d=a b',
    '//c.example/x?token=SECRET',
    '/battery-capacity?token=SECRET',
    ' https://c.example/x?token=SECRET',
    'https://c.example/x#a?token=SECRET',
    'https://c.example/x?a=1\n&token=SECRET',
    'javascript:x?token=SECRET',
  ])('the token of %j, under `url` whatever its form', (url) => {
    expect(JSON.stringify(masked({ url }))).not.toContain('SECRET')
    if (!url.startsWith('javascript')) expect(maskText(url)).not.toContain('SECRET')
  })
  it('nothing else', () => {
    const body = { id: '36ab27d0-fd9d-4455-823a-ce30af709ffc', n: 0, no: null, yes: true, list: ['P0123', 'a?b'] }
    expect(masked(body)).toEqual(body)
    expect(maskText('ABCDEFGHJKLMNPRST')).toBe('ABCDEFGHJKLMNPRST') // seventeen letters are a word, not a VIN
  })
})

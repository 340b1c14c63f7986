import { render } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useAuth } from '../../../web/shared/session/session-provider.tsx';

function Stray() {
  return <p>{useAuth().status}</p>;
}

it('useAuth outside its provider is a programmer error', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(() => render(<Stray />)).toThrow('useAuth must be used within AuthProvider');
});

import { useEffect, useState } from 'preact/hooks';

/** A QR code, always dark on light because cameras need it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [code, setCode] = useState<{ size: number; path: string } | null>(null);
  useEffect(() => {
    let isOvertaken = false;
    // Loaded here, because few pages show one.
    void import('uqr').then(({ encode }) => {
      const { size, data } = encode(text, { border: 2 });
      const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
      if (!isOvertaken) setCode({ size, path: path.join('') });
    });
    return () => {
      isOvertaken = true;
    };
  }, [text]);
  if (code === null) return null;
  return (
    <svg class="qr" viewBox={`0 0 ${code.size} ${code.size}`} role="img" aria-label={label}>
      <path fill="#fff" d={`M0 0h${code.size}v${code.size}H0z`} />
      <path fill="#000" d={code.path} />
    </svg>
  );
}

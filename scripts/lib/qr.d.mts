export function drawQr(text: string): string;

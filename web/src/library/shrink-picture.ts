const MAX_BYTES = 1024 * 1024;
const LARGEST = { width: 600, height: 900 };
/** Smallest edge that is tried; no such picture is larger than a mebibyte. */
const SMALLEST = 64;

/** Fits a size within another, keeping its proportions; never enlarges it. */
export function fitWithin(
  { width, height }: { width: number; height: number },
  most: { width: number; height: number },
): { width: number; height: number } {
  const scale = Math.min(1, most.width / width, most.height / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Turns any picture that the browser can show into a PNG that is small enough; null when it can't show it. */
export async function shrinkPicture(file: Blob, largest = LARGEST): Promise<Blob | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  try {
    for (let most = largest; most.width >= SMALLEST; most = halve(most)) {
      const { width, height } = fitWithin(picture, most);
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      canvas.getContext('2d')?.drawImage(picture, 0, 0, width, height);
      const png = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
      if (png && png.size <= MAX_BYTES) return png;
    }
    return null;
  } finally {
    picture.close();
  }
}

const halve = ({ width, height }: typeof LARGEST) => ({ width: width / 2, height: height / 2 });

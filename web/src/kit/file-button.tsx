import { useRef } from 'preact/hooks';

export function FileButton(props: {
  name: string;
  label: string;
  accept: string;
  title?: string;
  disabled?: boolean;
  multiple?: boolean;
  onFiles: (files: File[]) => void;
}) {
  const { disabled = false, multiple = false } = props;
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        multiple={multiple}
        class="sr-only"
        tabIndex={-1}
        aria-label={props.name}
        accept={props.accept}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // Allows choosing the same file again after it was refused.
          currentTarget.value = '';
          if (files.length > 0) props.onFiles(files);
        }}
      />
      <button
        type="button"
        class="plain"
        title={props.title}
        disabled={disabled}
        onClick={() => picker.current?.click()}
      >
        {props.label}
      </button>
    </>
  );
}

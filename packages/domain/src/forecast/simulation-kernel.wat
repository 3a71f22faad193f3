;; Runs the steps of a simulation for a part of the futures, four of them in each instruction (WebAssembly SIMD).
;; simulation-kernel.ts lays out the memory, says what each step is for, and has the numbers of the steps.
;;
;; A row is the time of one node in each of 512 futures: 2048 bytes. The futures are in four blocks of 128 (512 bytes).
;; The first block has every fourth future, which are those that are counted, so that they lie one after the other.
;; Each block has 32 futures (128 bytes) of each of the four queues of the team.
(module
  (memory (export "memory") 1)

  ;; Sets each time to the later one of two others.
  (func $takeLater (param $row i32) (param $one i32) (param $other i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $row) (i32.const 2048)))
    (loop $next
      (v128.store (local.get $row)
        (i32x4.max_s (v128.load (local.get $one)) (v128.load (local.get $other))))
      (local.set $one (i32.add (local.get $one) (i32.const 16)))
      (local.set $other (i32.add (local.get $other) (i32.const 16)))
      (local.set $row (i32.add (local.get $row) (i32.const 16)))
      (br_if $next (i32.lt_u (local.get $row) (local.get $end)))))

  ;; Computes the rounded ticks for work of one size. They are at most 2^20, which is 45 years, so that their product with
  ;; the noise stays a whole number. $units has the ticks for a unit of work, as f64.
  (func $computeTicks (param $row i32) (param $units i32) (param $weight f64)
    (local $end i32)
    (local.set $end (i32.add (local.get $row) (i32.const 2048)))
    (loop $next
      (v128.store64_lane 0 (local.get $row)
        (i32x4.trunc_sat_f64x2_s_zero
          (f64x2.min
            (v128.const f64x2 1048576 1048576)
            (f64x2.add
              (f64x2.mul (f64x2.splat (local.get $weight)) (v128.load (local.get $units)))
              (v128.const f64x2 0.5 0.5)))))
      (local.set $units (i32.add (local.get $units) (i32.const 16)))
      (local.set $row (i32.add (local.get $row) (i32.const 8)))
      (br_if $next (i32.lt_u (local.get $row) (local.get $end)))))

  ;; A person begins when the node can begin and the person is free. Raises the end of the branch above.
  (func $workAlone (param $own i32) (param $parent i32) (param $begin i32) (param $free i32) (param $ticks i32)
    (local $end i32) (local $done v128)
    (local.set $end (i32.add (local.get $own) (i32.const 2048)))
    (loop $next
      (local.set $done
        (i32x4.add
          (i32x4.max_s (v128.load (local.get $begin)) (v128.load (local.get $free)))
          (v128.load (local.get $ticks))))
      (v128.store (local.get $free) (local.get $done))
      (v128.store (local.get $own) (local.get $done))
      (v128.store (local.get $parent) (i32x4.max_s (local.get $done) (v128.load (local.get $parent))))
      (local.set $begin (i32.add (local.get $begin) (i32.const 16)))
      (local.set $free (i32.add (local.get $free) (i32.const 16)))
      (local.set $ticks (i32.add (local.get $ticks) (i32.const 16)))
      (local.set $parent (i32.add (local.get $parent) (i32.const 16)))
      (local.set $own (i32.add (local.get $own) (i32.const 16)))
      (br_if $next (i32.lt_u (local.get $own) (local.get $end)))))

  ;; The same, but others work on the node or below it too, and it is done when the last of them is.
  (func $workWithOthers (param $own i32) (param $parent i32) (param $begin i32) (param $free i32) (param $ticks i32)
    (local $end i32) (local $done v128)
    (local.set $end (i32.add (local.get $own) (i32.const 2048)))
    (loop $next
      (local.set $done
        (i32x4.add
          (i32x4.max_s (v128.load (local.get $begin)) (v128.load (local.get $free)))
          (v128.load (local.get $ticks))))
      (v128.store (local.get $free) (local.get $done))
      (local.set $done (i32x4.max_s (local.get $done) (v128.load (local.get $own))))
      (v128.store (local.get $own) (local.get $done))
      (v128.store (local.get $parent) (i32x4.max_s (local.get $done) (v128.load (local.get $parent))))
      (local.set $begin (i32.add (local.get $begin) (i32.const 16)))
      (local.set $free (i32.add (local.get $free) (i32.const 16)))
      (local.set $ticks (i32.add (local.get $ticks) (i32.const 16)))
      (local.set $parent (i32.add (local.get $parent) (i32.const 16)))
      (local.set $own (i32.add (local.get $own) (i32.const 16)))
      (br_if $next (i32.lt_u (local.get $own) (local.get $end)))))

  ;; Work begins after a wait and varies by a noise, which has 8 binary digits behind its point. The noise is a list of
  ;; numbers, of which each future reads the one after that of the future before it. As rows have every fourth future in
  ;; one block, the list is stored in four parts of 4608 bytes in the same way.
  (func $workAfterWait (param $own i32) (param $parent i32) (param $begin i32) (param $below i32) (param $ticks i32)
    (param $noises i32) (param $first i32)
    (local $end i32) (local $blockEnd i32) (local $noise i32) (local $done v128)
    (local.set $end (i32.add (local.get $own) (i32.const 2048)))
    (loop $nextBlock
      (local.set $noise
        (i32.add (local.get $noises)
          (i32.add
            (i32.mul (i32.and (local.get $first) (i32.const 3)) (i32.const 4608))
            (i32.shl (i32.shr_u (local.get $first) (i32.const 2)) (i32.const 2)))))
      (local.set $blockEnd (i32.add (local.get $own) (i32.const 512)))
      (loop $next
        (local.set $done
          (i32x4.add
            (i32x4.max_s (v128.load (local.get $begin)) (v128.load (local.get $below)))
            (i32x4.shr_s
              (i32x4.mul (v128.load (local.get $ticks)) (v128.load (local.get $noise)))
              (i32.const 8))))
        (v128.store (local.get $own) (local.get $done))
        (v128.store (local.get $parent) (i32x4.max_s (local.get $done) (v128.load (local.get $parent))))
        (local.set $begin (i32.add (local.get $begin) (i32.const 16)))
        (local.set $below (i32.add (local.get $below) (i32.const 16)))
        (local.set $ticks (i32.add (local.get $ticks) (i32.const 16)))
        (local.set $noise (i32.add (local.get $noise) (i32.const 16)))
        (local.set $parent (i32.add (local.get $parent) (i32.const 16)))
        (local.set $own (i32.add (local.get $own) (i32.const 16)))
        (br_if $next (i32.lt_u (local.get $own) (local.get $blockEnd))))
      (local.set $first (i32.add (local.get $first) (i32.const 1)))
      (br_if $nextBlock (i32.lt_u (local.get $own) (local.get $end)))))

  ;; Nothing is done before the team gets there: the time of its last step before the node, and a share of the time of
  ;; the next one with 8 binary digits behind its point. The rise to the next step is the row after that of the last one.
  ;; $places has the address in the last step and the share for each of the four queues. Does one block, or all four.
  (func $workByTeam (param $own i32) (param $before i32) (param $places i32) (param $isWhole i32)
    (local $queue i32) (local $low i32) (local $share v128) (local $at i32) (local $block i32) (local $end i32)
    (local.set $end (select (i32.const 2048) (i32.const 512) (local.get $isWhole)))
    (loop $nextQueue
      (local.set $share (v128.load32_splat offset=4 (local.get $places)))
      (local.set $block (i32.const 0))
      (loop $nextBlock
        (local.set $low (i32.add (i32.load (local.get $places)) (local.get $block)))
        (local.set $at (i32.const 0))
        (loop $next
          (v128.store (i32.add (local.get $own) (i32.add (local.get $block) (local.get $at)))
            (i32x4.max_s
              (v128.load (i32.add (local.get $before) (i32.add (local.get $block) (local.get $at))))
              (i32x4.add
                (v128.load (i32.add (local.get $low) (local.get $at)))
                (i32x4.shr_s
                  (i32x4.mul
                    (local.get $share)
                    (v128.load offset=2048 (i32.add (local.get $low) (local.get $at))))
                  (i32.const 8)))))
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (br_if $next (i32.lt_u (local.get $at) (i32.const 128))))
        (local.set $block (i32.add (local.get $block) (i32.const 512)))
        (br_if $nextBlock (i32.lt_u (local.get $block) (local.get $end))))
      (local.set $places (i32.add (local.get $places) (i32.const 8)))
      (local.set $own (i32.add (local.get $own) (i32.const 128)))
      (local.set $before (i32.add (local.get $before) (i32.const 128)))
      (local.set $queue (i32.add (local.get $queue) (i32.const 1)))
      (br_if $nextQueue (i32.lt_u (local.get $queue) (i32.const 4)))))

  ;; Gives the bins of a node room around the first ends that are counted: half of their range on each side.
  (func $fitBins (param $histogram i32) (param $times i32) (param $end i32)
    (local $time i32) (local $lowest i32) (local $highest i32) (local $room i32) (local $range i32)
    (local.set $lowest (i32.load (local.get $times)))
    (local.set $highest (local.get $lowest))
    (loop $next
      (local.set $time (i32.load (local.get $times)))
      (local.set $lowest
        (select (local.get $time) (local.get $lowest) (i32.lt_s (local.get $time) (local.get $lowest))))
      (local.set $highest
        (select (local.get $time) (local.get $highest) (i32.gt_s (local.get $time) (local.get $highest))))
      (local.set $times (i32.add (local.get $times) (i32.const 4)))
      (br_if $next (i32.lt_u (local.get $times) (local.get $end))))
    (local.set $range (i32.sub (local.get $highest) (local.get $lowest)))
    (local.set $room (i32.add (i32.shr_u (i32.add (local.get $range) (i32.const 1)) (i32.const 1)) (i32.const 1)))
    (local.set $range (i32.add (local.get $range) (i32.shl (local.get $room) (i32.const 1))))
    (i32.store (local.get $histogram) (i32.sub (local.get $lowest) (local.get $room)))
    (i32.store offset=4 (local.get $histogram) (local.get $range))
    ;; 128 bins with 23 binary digits behind the point.
    (i32.store offset=8 (local.get $histogram) (i32.div_u (i32.const 0x40000000) (local.get $range))))

  ;; Counts the ends of a node. Those that are outside of all bins are counted in the first or the last one. Bins are 16
  ;; bits wide and begin after the three numbers of $fitBins and an empty one.
  (func $countEnds (param $histogram i32) (param $times i32) (param $end i32)
    (local $lowest v128) (local $last v128) (local $scale v128) (local $start v128) (local $bins v128) (local $bin i32)
    (local.set $lowest (v128.load32_splat (local.get $histogram)))
    (local.set $last (i32x4.splat (i32.sub (i32.load offset=4 (local.get $histogram)) (i32.const 1))))
    (local.set $scale (v128.load32_splat offset=8 (local.get $histogram)))
    (local.set $start (i32x4.splat (local.get $histogram)))
    (loop $next
      (local.set $bins
        (i32x4.add
          (local.get $start)
          (i32x4.shl
            (i32x4.shr_s
              (i32x4.mul
                (local.get $scale)
                (i32x4.min_s
                  (local.get $last)
                  (i32x4.max_s
                    (v128.const i32x4 0 0 0 0)
                    (i32x4.sub (v128.load (local.get $times)) (local.get $lowest)))))
              (i32.const 23))
            (i32.const 1))))
      ;; The futures that are counted may end within the four.
      (block $counted
        (i32.store16 offset=16 (local.tee $bin (i32x4.extract_lane 0 (local.get $bins)))
          (i32.add (i32.load16_u offset=16 (local.get $bin)) (i32.const 1)))
        (br_if $counted (i32.ge_u (i32.add (local.get $times) (i32.const 4)) (local.get $end)))
        (i32.store16 offset=16 (local.tee $bin (i32x4.extract_lane 1 (local.get $bins)))
          (i32.add (i32.load16_u offset=16 (local.get $bin)) (i32.const 1)))
        (br_if $counted (i32.ge_u (i32.add (local.get $times) (i32.const 8)) (local.get $end)))
        (i32.store16 offset=16 (local.tee $bin (i32x4.extract_lane 2 (local.get $bins)))
          (i32.add (i32.load16_u offset=16 (local.get $bin)) (i32.const 1)))
        (br_if $counted (i32.ge_u (i32.add (local.get $times) (i32.const 12)) (local.get $end)))
        (i32.store16 offset=16 (local.tee $bin (i32x4.extract_lane 3 (local.get $bins)))
          (i32.add (i32.load16_u offset=16 (local.get $bin)) (i32.const 1)))
      )
      (local.set $times (i32.add (local.get $times) (i32.const 16)))
      (br_if $next (i32.lt_u (local.get $times) (local.get $end)))))

  ;; Runs steps from an address until the one that stops. A step is its number and what it needs, in words of 4 bytes.
  ;; $counted is how many futures of the first block are counted.
  (func (export "run") (param $at i32) (param $counted i32) (param $isFirstPart i32)
    (local $countedEnd i32)
    (loop $next
      (block $countNode (block $wait (block $others (block $alone (block $ticks (block $later (block $stop
        (br_table $stop $later $ticks $alone $others $wait $countNode (i32.load (local.get $at))))
        ;; 0: stop
        (return))
        ;; 1: row, one, other
        (call $takeLater
          (i32.load offset=4 (local.get $at))
          (i32.load offset=8 (local.get $at))
          (i32.load offset=12 (local.get $at)))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $next))
        ;; 2: row, units, weight (f64)
        (call $computeTicks
          (i32.load offset=4 (local.get $at))
          (i32.load offset=8 (local.get $at))
          (f64.load offset=12 (local.get $at)))
        (local.set $at (i32.add (local.get $at) (i32.const 20)))
        (br $next))
        ;; 3: own, parent, begin, free, ticks
        (call $workAlone
          (i32.load offset=4 (local.get $at))
          (i32.load offset=8 (local.get $at))
          (i32.load offset=12 (local.get $at))
          (i32.load offset=16 (local.get $at))
          (i32.load offset=20 (local.get $at)))
        (local.set $at (i32.add (local.get $at) (i32.const 24)))
        (br $next))
        ;; 4: own, parent, begin, free, ticks
        (call $workWithOthers
          (i32.load offset=4 (local.get $at))
          (i32.load offset=8 (local.get $at))
          (i32.load offset=12 (local.get $at))
          (i32.load offset=16 (local.get $at))
          (i32.load offset=20 (local.get $at)))
        (local.set $at (i32.add (local.get $at) (i32.const 24)))
        (br $next))
        ;; 5: own, parent, begin, below, ticks, noises, first
        (call $workAfterWait
          (i32.load offset=4 (local.get $at))
          (i32.load offset=8 (local.get $at))
          (i32.load offset=12 (local.get $at))
          (i32.load offset=16 (local.get $at))
          (i32.load offset=20 (local.get $at))
          (i32.load offset=24 (local.get $at))
          (i32.load offset=28 (local.get $at)))
        (local.set $at (i32.add (local.get $at) (i32.const 32)))
        (br $next))
      ;; 6: own, before, places, isWhole, histogram
      (call $workByTeam
        (i32.load offset=4 (local.get $at))
        (i32.load offset=8 (local.get $at))
        (i32.load offset=12 (local.get $at))
        (i32.load offset=16 (local.get $at)))
      (local.set $countedEnd
        (i32.add (i32.load offset=4 (local.get $at)) (i32.shl (local.get $counted) (i32.const 2))))
      (if (local.get $isFirstPart)
        (then
          (call $fitBins
            (i32.load offset=20 (local.get $at))
            (i32.load offset=4 (local.get $at))
            (local.get $countedEnd))))
      (call $countEnds
        (i32.load offset=20 (local.get $at))
        (i32.load offset=4 (local.get $at))
        (local.get $countedEnd))
      (local.set $at (i32.add (local.get $at) (i32.const 24)))
      (br $next))))
